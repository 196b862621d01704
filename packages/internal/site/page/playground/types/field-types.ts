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

/** Returns the type of an identifier in a request: only a new resource can reference itself, by its local id. */
function identifierOf(targets: readonly string[], newType: string | undefined): string {
  const types = targets.map(formatValue).join(' | ');
  if (newType === undefined || !targets.includes(newType)) return `ResourceIdentifierObject<${types}>`;
  if (targets.length === 1) return `IdentifierInput<${types}>`;
  return `ResourceIdentifierObject<${types}> | LocalResourceIdentifierObject<${formatValue(newType)}>`;
}

/** Returns the member of a request for a relationship. `newType` is the type of the resource that the request creates. */
export function requestRelationship(
  { name, kind, targets, required }: RelationshipDefinition,
  newType: string | undefined,
): string {
  const identifier = identifierOf(targets, newType);
  const isRequired = required && newType !== undefined;
  const toOne = isRequired ? identifier : `${identifier} | null`;
  const toMany = identifier.includes(' | Local') ? `readonly (${identifier})[]` : `readonly ${identifier}[]`;
  return member(name, !isRequired, kind === 'to-one' ? toOne : toMany);
}
