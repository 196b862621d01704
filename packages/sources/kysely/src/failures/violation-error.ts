import {
  type ErrorCode,
  type ErrorObject,
  errorObject,
  JsonApiError,
  type JsonApiErrorOptions,
  type ResourceType,
} from '@linkage/core';
import { ownMembers } from '@linkage/core/internal';
import { type DriverError, type Violation, violationIn } from './violation.ts';

/** A write that a database rejected. */
export interface FailedWrite {
  readonly type: ResourceType;
  /** Returns the column of a field in the type's own table; undefined if the field is stored elsewhere. */
  readonly columnOf: (field: string) => string | undefined;
  /** `readable` of the source call: errors must not name other fields. Undefined for all fields. */
  readonly readable?: ReadonlySet<string> | undefined;
  /** The name of the type's own table. Default: every violation is one of this table. */
  readonly table?: string | undefined;
  /** The columns of each constraint of the table, for databases that name only the constraint. */
  readonly constraints?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Whether the request document contains a resource, so that pointers reference its fields. Default: true. */
  readonly hasFields?: boolean | undefined;
  /** The to-many relationship whose members the statement changes: violations are then those of the members. Default: none. */
  readonly relationship?: string | undefined;
}

/** A field that an error names. */
interface NamedField {
  readonly name: string;
  readonly pointer: string;
}

/** Returns the fields of these columns that an error can name: requests can write them, and the caller can read them. */
function fieldsOf({ type, columnOf, readable }: FailedWrite, columns: readonly string[]): readonly NamedField[] {
  const named = (member: string, fields: Iterable<{ readonly name: string; readonly write: boolean | string }>) =>
    [...fields]
      .filter(
        ({ name, write }) => write !== false && readable?.has(name) !== false && columns.includes(columnOf(name) ?? ''),
      )
      .map(({ name }) => ({ name, pointer: `/data/${member}/${name}` }));
  return [...named('attributes', type.attributes.values()), ...named('relationships', type.relationships.values())];
}

const neededElsewhere = 'A related resource requires this resource.';
const takenElsewhere = 'Another resource already has a value that must be unique.';
const conflicting = 'The values conflict with those of another resource.';
const referred = 'Other resources reference this resource.';
const againstRule = 'The request violates a rule of the data.';

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

/** Returns the place of a to-many relationship in the request document. */
function sourceOf({ hasFields, relationship }: FailedWrite): Pick<ErrorObject, 'source'> {
  if (hasFields === false || relationship === undefined) return {};
  return { source: { pointer: `/data/relationships/${relationship}` } };
}

function report(write: FailedWrite, code: ErrorCode, detail: string, fields: readonly NamedField[]): ErrorObject {
  const [field, ...others] = fields;
  if (field === undefined || others.length > 0 || write.hasFields === false) return errorObject(code, detail);
  return errorObject(code, detail, { source: { pointer: field.pointer } });
}

/** Returns the code of an error about a value: that of attributes if the error points to an attribute. */
function codeOf(fields: readonly NamedField[]): ErrorCode {
  return fields.length === 1 && fields.at(0)?.pointer.startsWith('/data/attributes/')
    ? 'ATTRIBUTE_INVALID'
    : 'VALUE_REJECTED';
}

function errorOf(write: FailedWrite, violation: Violation): ErrorObject {
  const fields = fieldsOf(write, columnsOf(write, violation));
  const names = fields.map(({ name }) => name);
  const [name] = names.length === 1 ? names : [];
  switch (violation.kind) {
    case 'unique': {
      const quoted = names.map((it) => `\`${it}\``).join(' and ');
      const alone = `${quoted} must be unique, but another resource already has this value.`;
      const together = `${quoted} together must be unique, but another resource already has these values.`;
      const detail = names.length === 0 ? takenElsewhere : names.length === 1 ? alone : together;
      return report(write, 'CONSTRAINT_VIOLATED', detail, fields);
    }
    case 'exclusion':
      return report(write, 'CONSTRAINT_VIOLATED', conflicting, fields);
    case 'foreign-key': {
      const detail = 'A related resource in the request document does not exist.';
      return report(write, 'RELATED_RESOURCE_NOT_FOUND', detail, fields);
    }
    case 'referred':
      return errorObject('CONSTRAINT_VIOLATED', referred);
    case 'not-null': {
      // A related resource requires this resource, so no value of the request is wrong.
      if (write.hasFields === false || isElsewhere(write, violation))
        return errorObject('CONSTRAINT_VIOLATED', neededElsewhere, sourceOf(write));
      const unnamed = 'A required value is missing.';
      const detail = name === undefined ? unnamed : `\`${name}\` must have a value.`;
      return report(write, codeOf(fields), detail, fields);
    }
    case 'check':
      return report(write, codeOf(fields), 'The request violates a rule for the values of this type.', fields);
    case 'value': {
      const detail = `${name === undefined ? 'A value of the request' : `The value of \`${name}\``} cannot be stored.`;
      return report(write, codeOf(fields), detail, fields);
    }
    case 'raised':
      return errorObject('CONSTRAINT_VIOLATED', againstRule);
  }
}

/** Converts the constraint that a write violated to an error for the client. Never contains text of the database. */
export function violationError(violation: Violation, write: FailedWrite, options?: JsonApiErrorOptions): JsonApiError {
  const own = <Value extends object>(value: Value): Value => ownMembers(value) as unknown as Value;
  return new JsonApiError(errorOf(own(write), own(violation)), options);
}

const commitDetails: Readonly<Partial<Record<Violation['kind'], string>>> = Object.freeze({
  unique: takenElsewhere,
  exclusion: conflicting,
  referred,
  // Databases do not always say which side of the key is absent.
  'foreign-key': againstRule,
  raised: againstRule,
});

/**
 * Converts the error of a commit to an error for the client if it violated a constraint that is deferred to the end of the transaction. The
 * error names no fields, because any statement can be the reason. Returns any other error unchanged.
 */
export function commitError(error: unknown, detect: (error: DriverError) => Violation | undefined): unknown {
  const kind = violationIn(error, detect)?.kind;
  const detail = kind === undefined ? undefined : commitDetails[kind];
  if (detail === undefined) return error;
  return new JsonApiError(errorObject('CONSTRAINT_VIOLATED', detail), { cause: error });
}
