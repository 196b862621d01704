/** The types of attributes and relationships in records and requests. */
import type { AttributeDefinition, RelationshipDefinition } from '@linkage/core';
import type * as z from 'zod';
import { formatName, formatValue } from './format-name.ts';
import { acceptsDate, formatUnion, schemaMembers, unionOf } from './print-schema.ts';

/** Returns a member of an interface. */
export function member(name: string, isOptional: boolean, type: string): string {
  return `readonly ${formatName(name)}${isOptional ? '?' : ''}: ${type};`;
}

/** Returns the members of the type of an attribute in a record: its value in documents, or in the application. */
function storedMembers(attribute: AttributeDefinition): readonly string[] {
  const schema = attribute.schema as unknown as z.ZodType;
  const dates = acceptsDate(schema) ? ['Date'] : [];
  return unionOf(schemaMembers(schema, 'input'), schemaMembers(schema, 'output'), dates);
}

function acceptsUndefined(members: readonly string[]): boolean {
  return members.some((it) => it === 'undefined' || it === 'unknown' || it === 'any');
}

/** Returns the member of a record for an attribute. */
export function storedAttribute(attribute: AttributeDefinition): string {
  const members = storedMembers(attribute);
  const isHidden = !attribute.read || attribute.onDemand;
  return member(attribute.name, isHidden || acceptsUndefined(members), formatUnion(members));
}

/** Returns the member of a record for a relationship. `recordName` returns the name of the record of a type. */
export function storedRelationship(
  { name, kind, targets }: RelationshipDefinition,
  recordName: (type: string) => string,
): string {
  const identifier = `{ readonly type: ${targets.map(formatValue).join(' | ')}; readonly id: RecordId }`;
  const related = [...(targets.length === 1 ? ['RecordId'] : []), identifier, ...targets.map(recordName)].join(' | ');
  return member(
    name,
    true,
    kind === 'to-one' ? `${related} | null | undefined` : `readonly (${related})[] | undefined`,
  );
}

/** Returns the member of a request for an attribute. */
export function requestAttribute({ name, schema }: AttributeDefinition, request: 'create' | 'update'): string {
  const members = schemaMembers(schema as unknown as z.ZodType, 'output');
  return member(name, request === 'update' || acceptsUndefined(members), formatUnion(members));
}

/** Returns the member of a request for a relationship. */
export function requestRelationship(
  { name, kind, targets, required }: RelationshipDefinition,
  request: 'create' | 'update',
): string {
  const identifier = `IdentifierInput<${targets.map(formatValue).join(' | ')}>`;
  const isRequired = required && request === 'create';
  const toOne = isRequired ? identifier : `${identifier} | null`;
  return member(name, !isRequired, kind === 'to-one' ? toOne : `readonly ${identifier}[]`);
}
