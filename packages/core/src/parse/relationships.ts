import { excerpt } from '../internal/excerpt.ts';
import { isObject, ownMember } from '../internal/is-object.ts';
import { setOwn } from '../internal/set-own.ts';
import { isMemberName } from '../member/member-name.ts';
import type { RelationshipDefinition, ResourceType } from '../schema/api.ts';
import { checkObjects } from './defined-members.ts';
import type { Place, Reporter } from './findings.ts';
import { type LinkageRules, readLinkage } from './linkage.ts';
import type { Reading } from './reading.ts';

const PLACE: Place = ['data', 'relationships'];
const NONE: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));

function reportUnknown(type: ResourceType, name: string, reporter: Reporter): void {
  const detail = type.attributes.has(name)
    ? `"${name}" is an attribute of ${type.name}: it belongs into attributes.`
    : `${type.name} has no relationship "${excerpt(name)}".`;
  reporter.report('RELATIONSHIP_UNKNOWN', [...PLACE, name], detail);
}

function readRelationship(relationship: RelationshipDefinition, value: unknown, rules: LinkageRules): unknown {
  const { findings } = rules;
  const { name } = relationship;
  const place = [...PLACE, name];
  if (!relationship.write) {
    findings.report('FIELD_READ_ONLY', place, `The relationship ${name} cannot be written.`);
    return undefined;
  }
  const data = isObject(value) ? ownMember(value, 'data') : undefined;
  if (data === undefined) {
    findings.report('DOCUMENT_INVALID', place, `The relationship ${name} is an object with data.`);
  }
  if (isObject(value)) checkObjects(value, ['links', 'meta'], place, findings);
  if (data === undefined) return undefined;
  return readLinkage(relationship, data, [...place, 'data'], rules);
}

/**
 * Reads the relationships of a request. Each is a relationship object with data; at-members, extension members and
 * members with illegal names are no relationships and ignored.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export function readRelationships(
  relationships: unknown,
  { type, findings, localIds, budget }: Pick<Reading, 'type' | 'localIds' | 'budget'> & { readonly findings: Reporter },
): Readonly<Record<string, unknown>> {
  if (relationships === undefined) return NONE;
  if (!isObject(relationships)) {
    findings.report('DOCUMENT_INVALID', PLACE, 'relationships is an object.');
    return NONE;
  }
  const values: Record<string, unknown> = Object.create(null);
  const rules: LinkageRules = { budget, localIds, findings };
  for (const name of Object.keys(relationships)) {
    if (findings.isFull()) break;
    const value = relationships[name];
    const relationship = type.relationships.get(name);
    if (value === undefined) continue;
    if (relationship !== undefined) setOwn(values, name, readRelationship(relationship, value, rules));
    else if (isMemberName(name)) reportUnknown(type, name, findings);
  }
  return Object.freeze(values);
}
