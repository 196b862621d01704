import { excerpt } from '../internal/excerpt.ts';
import { isObject, ownMember } from '../internal/is-object.ts';
import { memberOf } from '../internal/own-or-inherited.ts';
import { setOwn } from '../internal/set-own.ts';
import { show } from '../internal/show.ts';
import { isMemberName } from '../member/member-name.ts';
import type { AttributeDefinition, ResourceType } from '../schema/api.ts';
import { issuePlace, missingMember } from '../schema/issue-place.ts';
import type { SchemaIssue } from '../schema/standard-schema.ts';
import { askSchema, type Question, type ReadAnswer } from './ask-schema.ts';
import type { Place, Reporter } from './findings.ts';
import type { Reading } from './reading.ts';
import { reportUnfit } from './unfit-value.ts';
import { writableNames } from './writable-names.ts';

const RESOURCE: Place = ['data'];
const PLACE: Place = ['data', 'attributes'];
/** Like an object without a prototype, but V8 creates objects with this prototype several times as fast. */
const EMPTY: Attributes = Object.freeze(Object.create(null));

/** Attributes by name. */
type Attributes = Readonly<Record<string, unknown>>;

/**
 * Returns the issues of a result. The result can be an instance of a class, but members of `Object.prototype` are
 * ignored.
 */
function issuesOf(result: object): readonly SchemaIssue[] | undefined {
  return memberOf(result, 'issues') as readonly SchemaIssue[] | undefined;
}

function reportIssues({ attribute, value }: Question, given: readonly SchemaIssue[], reporter: Reporter): void {
  // A failed validation with an empty `issues` array is still a failure.
  const issues: readonly SchemaIssue[] = given.length > 0 ? given : [{ message: 'The value is not valid.' }];
  for (const issue of issues) {
    if (reporter.isFull()) break;
    const path = memberOf(issue, 'path') as SchemaIssue['path'];
    const place = [...PLACE, attribute.name, ...issuePlace(value, path)];
    // A pointer must point to an existing value, so the message names the missing member.
    const missing = missingMember(value, path);
    const fault = missing === undefined ? '' : `"${excerpt(missing, 50)}" is required. `;
    // A schema can quote the value, so truncate its message like a text of the client.
    const message = excerpt(issue.message, missing === undefined ? 100 : 50);
    reporter.report('ATTRIBUTE_INVALID', place, `${attribute.name}: ${fault}${message}`);
  }
}

function reportUnknown(type: ResourceType, name: string, reporter: Reporter): void {
  const detail = type.relationships.has(name)
    ? `\`${name}\` is a relationship of type "${type.name}". Move it to \`relationships\`.`
    : `Type "${type.name}" does not have an attribute "${excerpt(name)}".${reporter.suggest(name, writableNames(type.attributes))}`;
  reporter.report('ATTRIBUTE_UNKNOWN', [...PLACE, name], detail);
}

/** Whether the schema must validate an attribute of the request. If not, the reason has been reported. */
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
  findings.report(
    'FIELD_READ_ONLY',
    [...PLACE, name],
    `The attribute \`${name}\` is read-only. Remove it from the request document.`,
  );
  return false;
}

/** Validates the attributes of the request and adds them to `values`. Returns the number of validated attributes. */
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
    // Keeps the position of the attribute until its schema returns a result.
    setOwn(values, name, undefined);
    askSchema({ attribute, value }, reading, read);
  }
  return judged;
}

/**
 * Validates absent attributes of a new resource: adds the default of the schema, or reports that the attribute is
 * required.
 */
function readAbsent(given: Attributes, missedAt: Place, values: Record<string, unknown>, reading: Reading): void {
  const read: ReadAnswer = ({ attribute: { name } }, result, reporter) => {
    const value = memberOf(result, 'value');
    if (issuesOf(result) !== undefined) {
      reporter.report('ATTRIBUTE_INVALID', missedAt, `The attribute \`${name}\` is required.`);
    } else if (value !== undefined) setOwn(values, name, value);
  };
  for (const attribute of reading.type.attributes.values()) {
    if (reading.findings.isFull()) break;
    if (!attribute.write || ownMember(given, attribute.name) !== undefined) continue;
    askSchema({ attribute, value: undefined }, reading, read);
  }
}

/**
 * Parses the attributes of a request. Ignores at-members, members of extensions, and members with invalid names. Every
 * other name must be an attribute that requests can set.
 *
 * @param absent `check` for a new resource, whose absent attributes get their default or are reported; otherwise
 * `keep`.
 * @returns The attributes. They are complete when all schemas have returned a result; freeze them then.
 * @see https://jsonapi.org/format/1.1/#document-resource-object-attributes
 */
export function readAttributes(attributes: unknown, absent: 'check' | 'keep', reading: Reading): Attributes {
  const values: Record<string, unknown> = Object.create(EMPTY);
  if (attributes !== undefined && !isObject(attributes)) {
    reading.findings.report(
      'DOCUMENT_INVALID',
      PLACE,
      `\`attributes\` must be an object, but it is ${show(attributes)}.`,
    );
    return values;
  }
  const given = attributes ?? EMPTY;
  const judged = readGiven(given, values, reading);
  if (absent === 'keep' || judged === reading.type.attributes.size) return values;
  readAbsent(given, attributes === undefined ? RESOURCE : PLACE, values, reading);
  return values;
}
