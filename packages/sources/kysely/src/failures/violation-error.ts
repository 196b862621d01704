import {
  type ErrorObject,
  type ErrorSource,
  JsonApiError,
  type JsonApiErrorOptions,
  type MessagePart,
  type ResourceType,
} from '@linkage/core';
import {
  type ErrorKey,
  errorOf,
  hasOwn,
  messagePart,
  ownMembers,
  rejection,
  twoNameMessages,
} from '@linkage/core/internal';
import { type DeclaredConstraints, declaredError } from './constraint-error.ts';
import { type DriverError, type Violation, violationIn } from './violation.ts';

/** The members of a resource object in a request document that contain its fields, by name. */
export type SentFields = Readonly<Record<'attributes' | 'relationships', object>>;

/** A write that a database rejected. */
export interface FailedWrite extends DeclaredConstraints {
  readonly type: Pick<ResourceType, 'attributes' | 'relationships'>;
  /** Returns the column of a field in the type's own table; undefined if the field is stored elsewhere. */
  readonly columnOf: (field: string) => string | undefined;
  /** `readable` of the source call: errors must not name other fields. Undefined for all fields. */
  readonly readable?: ReadonlySet<string> | undefined;
  /** The name of the type's own table. Default: every violation is one of this table. */
  readonly table?: string | undefined;
  /** The fields of the resource in the request document, which pointers reference. Default: the document contains no resource. */
  readonly sent?: SentFields | undefined;
  /** The to-many relationship whose members the statement changes: violations are then those of the members. Default: none. */
  readonly relationship?: string | undefined;
}

/** A field that an error names. */
interface NamedField {
  readonly name: string;
  readonly member: keyof SentFields;
}

/** Returns the fields of these columns that an error can name: requests can write them, and the user can read them. */
function fieldsOf({ type, columnOf, readable }: FailedWrite, columns: readonly string[]): readonly NamedField[] {
  const named = (
    member: keyof SentFields,
    fields: Iterable<{ readonly name: string; readonly write: boolean | string }>,
  ) =>
    [...fields]
      .filter(
        ({ name, write }) => write !== false && readable?.has(name) !== false && columns.includes(columnOf(name) ?? ''),
      )
      .map(({ name }) => ({ name, member }));
  return [...named('attributes', type.attributes.values()), ...named('relationships', type.relationships.values())];
}

/** Whether a violation is one of other rows than those of the request document. */
function isElsewhere({ table, relationship }: FailedWrite, violation: Violation): boolean {
  if (relationship !== undefined) return true;
  return table !== undefined && violation.table !== undefined && violation.table !== table;
}

/** Returns the columns of the type's own table that a violation names. */
function columnsOf(write: FailedWrite, violation: Violation): readonly string[] {
  const { columns, constraint } = violation;
  if (isElsewhere(write, violation)) return [];
  return columns ?? (constraint === undefined ? undefined : write.constraints?.get(constraint)) ?? [];
}

/**
 * Returns the place in the request document of the field that a violation is about: of the only one of several that the document contains.
 * A single field that the document does not contain is missing in its resource object.
 */
function sourceOf(write: FailedWrite, fields: readonly NamedField[]): ErrorSource | undefined {
  const { sent, relationship } = write;
  if (sent === undefined) return undefined;
  const members = relationship === undefined ? fields : [{ name: relationship, member: 'relationships' } as const];
  const [field, ...others] = members.filter(({ name, member }) => hasOwn(sent[member], name));
  if (field !== undefined && others.length === 0) return { pointer: `/data/${field.member}/${field.name}` };
  return field === undefined && members.length === 1 ? { pointer: '/data' } : undefined;
}

/** Returns the code of an error about a value: that of attributes if the error points to an attribute. */
function codeOf(fields: readonly NamedField[]): 'ATTRIBUTE_INVALID' | 'VALUE_REJECTED' {
  return fields.length === 1 && fields.at(0)?.member === 'attributes' ? 'ATTRIBUTE_INVALID' : 'VALUE_REJECTED';
}

function problemOf(write: FailedWrite, violation: Violation): ErrorObject {
  const fields = fieldsOf(write, columnsOf(write, violation));
  const [field, ...others] = fields;
  const isOne = field !== undefined && others.length === 0;
  const source = sourceOf(write, fields);
  const name = isOne ? field.name : undefined;
  switch (violation.kind) {
    case 'unique': {
      if (field === undefined) return errorOf('CONSTRAINT_VIOLATED.uniqueValue', {});
      const [first, ...more] = fields.map((it) => `\`${it.name}\``);
      const join = (names: string | MessagePart, names2: string): MessagePart =>
        messagePart(twoNameMessages, 'names.both', { names, names2 });
      const names = more.reduce<string | MessagePart>(join, first as string);
      return errorOf(`CONSTRAINT_VIOLATED.${isOne ? 'unique' : 'uniqueTogether'}`, { names }, source);
    }
    case 'exclusion':
      return errorOf('CONSTRAINT_VIOLATED.conflict', {}, source);
    case 'foreign-key':
      return errorOf('RELATED_RESOURCE_NOT_FOUND.document', {}, source);
    case 'referred':
      return errorOf('CONSTRAINT_VIOLATED.referenced', {});
    case 'not-null': {
      // A related resource requires this resource, so no value of the request is wrong.
      if (write.sent === undefined || isElsewhere(write, violation))
        return errorOf('CONSTRAINT_VIOLATED.required', {}, source);
      if (name === undefined) return errorOf('VALUE_REJECTED.missing', {}, source);
      return codeOf(fields) === 'ATTRIBUTE_INVALID'
        ? errorOf('ATTRIBUTE_INVALID.value', { name }, source)
        : errorOf('VALUE_REJECTED.required', { name }, source);
    }
    case 'check': {
      // Only the condition of a view has no name.
      const isOfView = violation.constraint === undefined && violation.columns === undefined;
      const whole = isOfView && write.sent !== undefined ? { pointer: '/data' } : undefined;
      return errorOf(`${codeOf(fields)}.rule`, {}, source ?? whole);
    }
    case 'value': {
      if (name === undefined) return errorOf('VALUE_REJECTED.unstorable', {}, source);
      return codeOf(fields) === 'ATTRIBUTE_INVALID'
        ? errorOf('ATTRIBUTE_INVALID.unstorable', { name }, source)
        : errorOf('VALUE_REJECTED.unstorableField', { name }, source);
    }
    case 'raised':
      return raisedError(violation.raised, source);
  }
}

/** Returns the error for one that the database raised: as the application has declared it for the SQLSTATE, or without its text. */
export function raisedError(raised: Violation['raised'], source?: ErrorSource): ErrorObject {
  const plain = errorOf('CONSTRAINT_VIOLATED.rule', {}, source);
  if (raised === undefined) return plain;
  const { code, status, text: detail = String(plain.detail), hint } = raised;
  return Object.freeze({
    ...plain,
    status: String(status),
    code,
    // The status of the application can be that of another kind of error.
    ...(status !== 409 && { title: 'Request rejected' }),
    detail,
    ...(hint !== undefined && { meta: { hint } }),
  });
}

/** Converts the constraint that a write violated to an error for the client. Never contains text of the database. */
export function violationError(violation: Violation, write: FailedWrite, options?: JsonApiErrorOptions): JsonApiError {
  const own = <Value extends object>(value: Value): Value => ownMembers(value) as unknown as Value;
  const [failed, found] = [own(write), own(violation)];
  const plain = problemOf(failed, found);
  return new JsonApiError(declaredError(failed, found, plain) ?? plain, options);
}

const commitKeys = Object.freeze({
  unique: 'CONSTRAINT_VIOLATED.uniqueValue',
  exclusion: 'CONSTRAINT_VIOLATED.conflict',
  referred: 'CONSTRAINT_VIOLATED.referenced',
  // Databases do not always say which side of the key is absent.
  'foreign-key': 'CONSTRAINT_VIOLATED.rule',
  raised: 'CONSTRAINT_VIOLATED.rule',
  'not-null': undefined,
  check: undefined,
  value: undefined,
} as const) satisfies Readonly<Record<Violation['kind'], ErrorKey | undefined>>;

/**
 * Converts the error of a commit to an error for the client if it violated a constraint that is deferred to the end of the transaction. The
 * error names no fields, because any statement can be the reason. Returns any other error unchanged.
 */
export function commitError(error: unknown, detect: (error: DriverError) => Violation | undefined): unknown {
  const violation = violationIn(error, detect);
  const key = violation && commitKeys[violation.kind];
  if (key === undefined) return error;
  if (violation?.raised !== undefined) return new JsonApiError(raisedError(violation.raised), { cause: error });
  return rejection(key, {}, undefined, { cause: error });
}
