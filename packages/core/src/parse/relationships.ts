import { excerpt } from '../internal/excerpt.ts';
import { isObject, ownMember } from '../internal/is-object.ts';
import { isMemberName } from '../member/member-name.ts';
import type { ResourceType } from '../schema/api.ts';
import type { Place } from './findings.ts';
import { type LinkageRules, readLinkage } from './linkage.ts';

const PLACE: Place = ['data', 'relationships'];

/**
 * Reads the relationships of a request. Each is a relationship object with data; at-members and members with illegal
 * names do not conform and are ignored.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export function readRelationships(
  type: ResourceType,
  relationships: unknown,
  rules: LinkageRules,
): Readonly<Record<string, unknown>> {
  const { findings } = rules;
  const values: Record<string, unknown> = Object.create(null);
  if (relationships === undefined) return values;
  if (!isObject(relationships)) {
    findings.report('DOCUMENT_INVALID', PLACE, 'relationships is an object.');
    return values;
  }
  for (const [name, value] of Object.entries(relationships)) {
    if (findings.isFull()) break;
    const relationship = type.relationships.get(name);
    const place = [...PLACE, name];
    if (relationship === undefined) {
      if (!isMemberName(name)) continue;
      const detail = type.attributes.has(name)
        ? `"${name}" is an attribute of ${type.name}: it belongs into attributes.`
        : `${type.name} has no relationship "${excerpt(name)}".`;
      findings.report('RELATIONSHIP_UNKNOWN', place, detail);
    } else if (!relationship.write) {
      findings.report('FIELD_READ_ONLY', place, `The relationship ${name} cannot be written.`);
    } else if (!isObject(value) || !Object.hasOwn(value, 'data')) {
      findings.report('DOCUMENT_INVALID', place, `The relationship ${name} is an object with data.`);
    } else {
      values[name] = readLinkage(relationship, ownMember(value, 'data'), [...place, 'data'], rules);
    }
  }
  return values;
}
