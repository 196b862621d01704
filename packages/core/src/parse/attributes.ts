import { excerpt } from '../internal/excerpt.ts';
import { isObject, ownMember } from '../internal/is-object.ts';
import { memberOf } from '../internal/own-or-inherited.ts';
import { setOwn } from '../internal/set-own.ts';
import { isMemberName } from '../member/member-name.ts';
import type { AttributeDefinition, ResourceType } from '../schema/api.ts';
import { issuePlace, missingMember } from '../schema/issue-place.ts';
import type { SchemaIssue } from '../schema/standard-schema.ts';
import { askSchema, type Question, type ReadAnswer } from './ask-schema.ts';
import type { Place, Reporter } from './findings.ts';
import type { Reading } from './reading.ts';
import { reportUnfit } from './unfit-value.ts';

const RESOURCE: Place = ['data'];
const PLACE: Place = ['data', 'attributes'];
/** Inherits nothing, like null, but V8 makes objects of it several times as fast as without a prototype. */
const EMPTY: Attributes = Object.freeze(Object.create(null));

/** Attributes by name. */
type Attributes = Readonly<Record<string, unknown>>;

/** The issues of a result, which may have a class, but has nothing of `Object.prototype`. */
function issuesOf(result: object): readonly SchemaIssue[] | undefined {
  return memberOf(result, 'issues') as readonly SchemaIssue[] | undefined;
}

function reportIssues({ attribute, value }: Question, given: readonly SchemaIssue[], reporter: Reporter): void {
  // A schema that complains of nothing complains all the same.
  const issues: readonly SchemaIssue[] = given.length > 0 ? given : [{ message: 'The value is not valid.' }];
  for (const issue of issues) {
    if (reporter.isFull()) break;
    const path = memberOf(issue, 'path') as SchemaIssue['path'];
    const place = [...PLACE, attribute.name, ...issuePlace(value, path)];
    // A pointer leads to existing values only, so the name of what is missing is told in words.
    const missing = missingMember(value, path);
    const fault = missing === undefined ? '' : `"${excerpt(missing, 50)}" is missing. `;
    // A schema may quote the value, so its message is the client's text as well.
    const message = excerpt(issue.message, missing === undefined ? 100 : 50);
    reporter.report('ATTRIBUTE_INVALID', place, `${attribute.name}: ${fault}${message}`);
  }
}

function reportUnknown(type: ResourceType, name: string, reporter: Reporter): void {
  const detail = type.relationships.has(name)
    ? `"${name}" is a relationship of ${type.name}: it belongs into relationships.`
    : `${type.name} has no attribute "${excerpt(name)}".`;
  reporter.report('ATTRIBUTE_UNKNOWN', [...PLACE, name], detail);
}

/** Whether an attribute of the request is to be judged by its schema; when it is not, the reason has been reported. */
function isToJudge(
  attribute: AttributeDefinition | undefined,
  name: string,
  value: unknown,
  { type, findings }: Reading,
): attribute is AttributeDefinition {
  if (attribute === undefined) {
    if (isMemberName(name)) reportUnknown(type, name, findings);
    return false;
  }
  if (attribute.write) return !reportUnfit('ATTRIBUTE_INVALID', PLACE, name, value, findings);
  findings.report('FIELD_READ_ONLY', [...PLACE, name], `The attribute ${name} cannot be written.`);
  return false;
}

/** Reads the attributes that the request has, into `values`; how many of them there are. */
function readGiven(given: Attributes, values: Record<string, unknown>, reading: Reading): number {
  let judged = 0;
  const read: ReadAnswer = (question, result, reporter) => {
    const issues = issuesOf(result);
    if (issues === undefined) setOwn(values, question.attribute.name, memberOf(result, 'value'));
    else reportIssues(question, issues, reporter);
  };
  for (const name of Object.keys(given)) {
    if (reading.findings.isFull()) break;
    const value = given[name];
    if (value === undefined) continue;
    const attribute = reading.type.attributes.get(name);
    if (!isToJudge(attribute, name, value, reading)) continue;
    judged++;
    askSchema({ attribute, value }, reading, read);
    // It keeps its place among the others when its schema answers later.
    if (!Object.hasOwn(values, name)) setOwn(values, name, undefined);
  }
  return judged;
}

/** What absent attributes become in a new resource: the default of their schema, or a problem when they have to be there. */
function readAbsent(given: Attributes, missedAt: Place, values: Record<string, unknown>, reading: Reading): void {
  const read: ReadAnswer = ({ attribute: { name } }, result, reporter) => {
    const value = memberOf(result, 'value');
    if (issuesOf(result) !== undefined) {
      reporter.report('ATTRIBUTE_INVALID', missedAt, `The attribute ${name} is missing.`);
    } else if (value !== undefined) setOwn(values, name, value);
  };
  for (const attribute of reading.type.attributes.values()) {
    if (reading.findings.isFull()) break;
    if (!attribute.write || ownMember(given, attribute.name) !== undefined) continue;
    askSchema({ attribute, value: undefined }, reading, read);
  }
}

/**
 * Reads the attributes of a request. At-members, extension members and members with illegal names are no attributes and
 * ignored; other names have to be attributes that requests may set.
 *
 * @param absent `check` for a new resource, whose absent attributes get their default or are missed; else `keep`.
 * @returns The attributes, complete when all schemas have answered; to be frozen then.
 * @see https://jsonapi.org/format/1.1/#document-resource-object-attributes
 */
export function readAttributes(attributes: unknown, absent: 'check' | 'keep', reading: Reading): Attributes {
  const values: Record<string, unknown> = Object.create(EMPTY);
  if (attributes !== undefined && !isObject(attributes)) {
    reading.findings.report('DOCUMENT_INVALID', PLACE, 'attributes is an object.');
    return values;
  }
  const given = attributes ?? EMPTY;
  const judged = readGiven(given, values, reading);
  if (absent === 'keep' || judged === reading.type.attributes.size) return values;
  readAbsent(given, attributes === undefined ? RESOURCE : PLACE, values, reading);
  return values;
}
