import { found } from '../../error/message-part.ts';
import { truncate } from '../../internal/describe-value.ts';
import { keepNumbers, stringsIn } from '../../internal/exact-json.ts';
import { Marked } from '../../internal/mark.ts';
import { hasOwn, isObject, ownMember } from '../../internal/members.ts';
import type { AttributeDefinition } from '../../schema/api.ts';
import { canSet, readOnlyReason } from '../../schema/can-set.ts';
import { readSchemaResult } from '../../schema/schema-result.ts';
import type { PathSegments } from './error-collector.ts';
import { isFieldName, writableNames } from './field-name.ts';
import type { ParseState } from './parse-state.ts';
import { reportIssues } from './report-issues.ts';
import { reportUnstorable } from './unstorable-value.ts';
import { type HandleResult, validateAttribute } from './validate-attribute.ts';

const RESOURCE: PathSegments = ['data'];
const PATH: PathSegments = ['data', 'attributes'];
/**
 * Like an object without a prototype, but V8 creates objects with this prototype several times as fast. Assignments to
 * objects with this prototype call no setter: none is inherited.
 */
const EMPTY: Attributes = Object.freeze(Object.create(null));

/** Attributes by name. */
type Attributes = Readonly<Record<string, unknown>>;

/** Adds the attributes as the client sent them to those that `readAttributes` returns. */
class Received extends Marked {
  readonly #sent: Attributes;

  constructor(attributes: object, sent: Attributes) {
    super(attributes);
    this.#sent = sent;
  }

  static of(attributes: object): Attributes | undefined {
    return #sent in attributes ? attributes.#sent : undefined;
  }
}

/**
 * Returns attributes as the client sent them: before their schemas changed them or added defaults.
 *
 * @param attributes The attributes of a result of `parseCreate` or `parseUpdate`, not a copy. Any others are returned as they are.
 */
export function receivedAttributes(attributes: object): object {
  return Received.of(attributes) ?? attributes;
}

/**
 * Whether an attribute has the default of its schema because the request does not contain it. The default can differ each time, such as a
 * date, so a comparison with another default cannot tell.
 */
export function isDefaulted(attributes: object, name: string): boolean {
  return !hasOwn(receivedAttributes(attributes), name);
}

function reportUnknown({ type, collector: reporter, request }: ParseState, name: string): undefined {
  const path = [...PATH, name];
  if (type.relationships.has(name))
    return reporter.report('ATTRIBUTE_UNKNOWN.relationship', { type: type.name, name }, path);
  const hint = reporter.suggest(name, writableNames(type.attributes, request));
  reporter.report('ATTRIBUTE_UNKNOWN.attribute', { type: type.name, name: truncate(name) }, path, [hint]);
}

/** Whether the schema must validate an attribute of the request. If not, the reason has been reported. */
function mustValidate(
  attribute: AttributeDefinition | undefined,
  name: string,
  value: unknown,
  state: ParseState,
): attribute is AttributeDefinition {
  if (attribute === undefined) {
    if (isFieldName(name)) reportUnknown(state, name);
    return false;
  }
  const { collector, request } = state;
  if (canSet(attribute, request)) return !reportUnstorable('ATTRIBUTE_INVALID', PATH, name, value, collector);
  collector.report('FIELD_READ_ONLY.attribute', { name, reason: readOnlyReason(attribute) }, [...PATH, name]);
  return false;
}

/** Validates the attributes of the request and adds them to `values`. Returns the number of validated attributes. */
function readPresent(attributeValues: Attributes, values: Record<string, unknown>, state: ParseState): number {
  let validated = 0;
  const read: HandleResult = (check, result, reporter) => {
    const { issues, value } = readSchemaResult(result);
    if (issues === undefined) {
      values[check.attribute.name] = value;
      if (stringsIn.has(check.value as object)) keepNumbers(value, check.value);
    } else
      reportIssues(
        { code: 'ATTRIBUTE_INVALID', path: [...PATH, check.attribute.name], label: check.attribute.name },
        check.value,
        issues,
        reporter,
      );
  };
  for (const name of Object.keys(attributeValues)) {
    if (state.collector.isFull()) break;
    const value = attributeValues[name];
    const attribute = state.type.attributes.get(name);
    if (!mustValidate(attribute, name, value, state)) continue;
    validated++;
    validateAttribute({ attribute, value }, state, read);
    // Keeps the position of the attribute until its schema returns a result.
    if (values[name] === undefined) values[name] = undefined;
  }
  return validated;
}

/**
 * Validates absent attributes of a new resource: adds the default of the schema, or reports that the attribute is
 * required.
 */
function readAbsent(
  attributeValues: Attributes,
  resourcePath: PathSegments,
  values: Record<string, unknown>,
  state: ParseState,
): void {
  const read: HandleResult = ({ attribute: { name } }, result, reporter) => {
    const { issues, value } = readSchemaResult(result);
    if (issues !== undefined) {
      reporter.report('ATTRIBUTE_INVALID.required', { name }, resourcePath);
    } else if (value !== undefined) values[name] = value;
  };
  for (const attribute of state.type.attributes.values()) {
    if (state.collector.isFull()) break;
    if (!canSet(attribute, state.request) || ownMember(attributeValues, attribute.name) !== undefined) continue;
    validateAttribute({ attribute, value: undefined }, state, read);
  }
}

/**
 * Parses the attributes of a request. Ignores at-members, members of extensions, and members with invalid names. Every
 * other name must be an attribute that requests can set. Absent attributes of a new resource get their default or are reported.
 *
 * @returns The attributes. They are complete when all schemas have returned a result; freeze them then.
 * @see https://jsonapi.org/format/1.1/#document-resource-object-attributes
 */
export function readAttributes(attributes: unknown, state: ParseState): Attributes {
  const values: Record<string, unknown> = Object.create(EMPTY);
  if (attributes !== undefined && !isObject(attributes)) {
    state.collector.report('DOCUMENT_INVALID.object', { name: 'attributes', found: found(attributes) }, PATH);
    return values;
  }
  const attributeValues = attributes ?? EMPTY;
  new Received(values, attributeValues);
  const validated = readPresent(attributeValues, values, state);
  if (state.request === 'update' || validated === state.type.attributes.size) return values;
  readAbsent(attributeValues, attributes === undefined ? RESOURCE : PATH, values, state);
  return values;
}
