import { identifierHint } from '../document/identifier-hint.ts';
import { describeValue } from '../internal/describe-value.ts';
import { isObject, ownMember } from '../internal/is-object.ts';
import { setOwn } from '../internal/set-own.ts';
import { truncate } from '../internal/truncate.ts';
import { isMemberName } from '../member/member-name.ts';
import type { RelationshipDefinition, ResourceType } from '../schema/api.ts';
import { checkObjects } from './defined-members.ts';
import type { PathSegments, Reporter } from './error-collector.ts';
import { type LinkageRules, readLinkage } from './linkage.ts';
import type { ParseState } from './parse-state.ts';
import { writableNames } from './writable-names.ts';

const PATH: PathSegments = ['data', 'relationships'];
/** Inherits nothing, as null does, but V8 reads objects with this prototype several times faster than objects without one. */
const NONE: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));

function reportUnknown(type: ResourceType, name: string, reporter: Reporter): void {
  const detail = type.attributes.has(name)
    ? `\`${name}\` is an attribute of type "${type.name}". Move it to \`attributes\`.`
    : `Type "${type.name}" does not have a relationship "${truncate(name)}".${reporter.suggest(name, writableNames(type.relationships))}`;
  reporter.report('RELATIONSHIP_UNKNOWN', [...PATH, name], detail);
}

function readRelationship(relationship: RelationshipDefinition, value: unknown, rules: LinkageRules): unknown {
  const { collector } = rules;
  const { name } = relationship;
  const path = [...PATH, name];
  if (!relationship.write) {
    collector.report(
      'FIELD_READ_ONLY',
      path,
      `The relationship \`${name}\` is read-only. Remove it from the request document.`,
    );
    return undefined;
  }
  const data = isObject(value) ? ownMember(value, 'data') : undefined;
  if (data === undefined) {
    const expected = `The relationship \`${name}\` must be an object with a \`data\` member`;
    const detail = isObject(value)
      ? `${expected}.${identifierHint(value)}`
      : `${expected}, but it is ${describeValue(value)}.`;
    collector.report('DOCUMENT_INVALID', path, detail);
  }
  if (isObject(value)) checkObjects(value, ['links', 'meta'], path, collector);
  if (data === undefined) return undefined;
  return readLinkage(relationship, data, [...path, 'data'], rules);
}

/**
 * Parses the relationships of a request. Each must be a relationship object with data. Ignores at-members, members of
 * extensions, and members with invalid names.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export function readRelationships(
  relationships: unknown,
  {
    type,
    collector,
    localIds,
    budget,
  }: Pick<ParseState, 'type' | 'localIds' | 'budget'> & { readonly collector: Reporter },
): Readonly<Record<string, unknown>> {
  if (relationships === undefined) return NONE;
  if (!isObject(relationships)) {
    collector.report(
      'DOCUMENT_INVALID',
      PATH,
      `\`relationships\` must be an object, but it is ${describeValue(relationships)}.`,
    );
    return NONE;
  }
  const values: Record<string, unknown> = Object.create(NONE);
  const rules: LinkageRules = { budget, localIds, collector };
  for (const name of Object.keys(relationships)) {
    if (collector.isFull()) break;
    const value = relationships[name];
    const relationship = type.relationships.get(name);
    if (value === undefined) continue;
    if (relationship !== undefined) setOwn(values, name, readRelationship(relationship, value, rules));
    else if (isMemberName(name)) reportUnknown(type, name, collector);
  }
  return Object.freeze(values);
}
