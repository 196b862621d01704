import { excerpt } from '../internal/excerpt.ts';
import { isObject } from '../internal/is-object.ts';
import { isMemberName } from '../member/member-name.ts';
import type { AttributeDefinition, ResourceType } from '../schema/api.ts';
import { issuePlace } from '../schema/issue-place.ts';
import type { SchemaResult } from '../schema/standard-schema.ts';
import type { Findings, Place } from './findings.ts';

const PLACE: Place = ['data', 'attributes'];

/** Runs a schema that has to answer at once. */
function check(attribute: AttributeDefinition, value: unknown): SchemaResult<unknown> {
  const result = attribute.schema['~standard'].validate(value);
  if (result instanceof Promise) {
    throw new TypeError(`The schema of ${attribute.name} answers with a promise; attributes are checked at once.`);
  }
  return result;
}

function readAttribute(attribute: AttributeDefinition, value: unknown, findings: Findings): unknown {
  const result = check(attribute, value);
  if (result.issues === undefined) return result.value;
  for (const issue of result.issues) {
    if (findings.isFull()) break;
    const place = [...PLACE, attribute.name, ...issuePlace(value, issue.path)];
    // A schema may quote the value, so its message is the client's text as well.
    findings.report('ATTRIBUTE_INVALID', place, `${attribute.name}: ${excerpt(issue.message, 200)}`);
  }
  return undefined;
}

/** What an absent attribute becomes in a new resource: the default of its schema, or a problem when it has to be there. */
function readAbsent(attribute: AttributeDefinition, place: Place, findings: Findings): unknown {
  const result = check(attribute, undefined);
  if (result.issues === undefined) return result.value;
  findings.report('ATTRIBUTE_INVALID', place, `The attribute ${attribute.name} is missing.`);
  return undefined;
}

function reportUnknown(type: ResourceType, name: string, findings: Findings): void {
  const detail = type.relationships.has(name)
    ? `"${name}" is a relationship of ${type.name}: it belongs into relationships.`
    : `${type.name} has no attribute "${excerpt(name)}".`;
  findings.report('ATTRIBUTE_UNKNOWN', [...PLACE, name], detail);
}

/**
 * Reads the attributes of a request. At-members and members with illegal names do not conform and are ignored; other
 * names have to be attributes that requests may set.
 *
 * @param absent `check` for a new resource, whose absent attributes get their default or are missed; else `keep`.
 * @see https://jsonapi.org/format/1.1/#document-resource-object-attributes
 */
export function readAttributes(
  type: ResourceType,
  attributes: unknown,
  absent: 'check' | 'keep',
  findings: Findings,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null);
  if (attributes !== undefined && !isObject(attributes)) {
    findings.report('DOCUMENT_INVALID', PLACE, 'attributes is an object.');
    return values;
  }
  const given = attributes ?? {};
  for (const name of Object.keys(given)) {
    if (findings.isFull()) break;
    const attribute = type.attributes.get(name);
    if (attribute === undefined) {
      if (isMemberName(name)) reportUnknown(type, name, findings);
    } else if (!attribute.write) {
      findings.report('FIELD_READ_ONLY', [...PLACE, name], `The attribute ${name} cannot be written.`);
    } else {
      values[name] = readAttribute(attribute, given[name], findings);
    }
  }
  if (absent === 'keep') return values;
  const parent = attributes === undefined ? PLACE.slice(0, 1) : PLACE;
  for (const attribute of type.attributes.values()) {
    if (!attribute.write || Object.hasOwn(given, attribute.name)) continue;
    const value = readAbsent(attribute, parent, findings);
    if (value !== undefined) values[attribute.name] = value;
  }
  return values;
}
