import { type ErrorCode, type ErrorObject, errorObject, JsonApiError } from '@linkage/core';
import type { SourceCall } from '@linkage/server';
import type { DriverError, Violation } from '../dialects/failure.ts';
import { columnOf, type Table } from '../mapping/table.ts';

/** A field that an error names. */
interface NamedField {
  readonly name: string;
  readonly pointer: string;
}

/** The write that failed. */
interface Reporting {
  readonly table: Table;
  /** The call of the write, with the fields that the caller can read. */
  readonly call: Pick<SourceCall, 'readable'>;
  /** Whether the request document contains a resource, so that pointers reference its fields. */
  readonly hasFields?: boolean;
}

/** Returns the fields of these columns that an error can name: requests can write them, and the caller can read them. */
function fieldsOf({ table, call }: Reporting, columns: readonly string[]): readonly NamedField[] {
  const { type } = table;
  const canBeNamed = (name: string, { write }: { readonly write: boolean | string } = { write: false }): boolean =>
    write !== false && call.readable?.has(name) !== false;
  const attributes = [...table.columns.keys()]
    .filter((name) => canBeNamed(name, type.attributes.get(name)) && columns.includes(columnOf(table, name).name))
    .map((name) => ({ name, pointer: `/data/attributes/${name}` }));
  const relationships = [...table.storages]
    .filter(
      ([name, storage]) =>
        storage.kind === 'column' && columns.includes(storage.column) && canBeNamed(name, type.relationships.get(name)),
    )
    .map(([name]) => ({ name, pointer: `/data/relationships/${name}` }));
  return [...attributes, ...relationships];
}

const neededElsewhere = 'A related resource requires this resource.';

/** Whether a violation affects another table, or a relationship that the request writes at its own URL. */
function isElsewhere({ table, hasFields }: Reporting, { table: named }: Violation): boolean {
  return hasFields === false || (named !== undefined && named !== table.name.split('.').at(-1));
}

/** Returns the columns of the type's own table that a violation names. */
function columnsOf(reporting: Reporting, violation: Violation): readonly string[] {
  const { columns, constraint } = violation;
  if (isElsewhere({ ...reporting, hasFields: true }, violation)) return [];
  return columns ?? (constraint === undefined ? undefined : reporting.table.constraints.get(constraint)) ?? [];
}

function report(reporting: Reporting, code: ErrorCode, detail: string, fields: readonly NamedField[]): ErrorObject {
  const [field, ...others] = fields;
  if (field === undefined || others.length > 0 || reporting.hasFields === false) return errorObject(code, detail);
  return errorObject(code, detail, { source: { pointer: field.pointer } });
}

/** Returns the code of an error about a value: that of attributes if the error points to an attribute. */
function codeOf(fields: readonly NamedField[]): ErrorCode {
  return fields.length === 1 && fields.at(0)?.pointer.startsWith('/data/attributes/')
    ? 'ATTRIBUTE_INVALID'
    : 'VALUE_REJECTED';
}

function violationError(reporting: Reporting, violation: Violation): ErrorObject {
  const fields = fieldsOf(reporting, columnsOf(reporting, violation));
  const names = fields.map(({ name }) => name);
  const [name] = names.length === 1 ? names : [];
  switch (violation.kind) {
    case 'unique': {
      const quoted = names.map((it) => `\`${it}\``).join(' and ');
      const detail = `${quoted} must be unique, but another resource already has this value.`;
      const unnamed = 'Another resource already has a value that must be unique.';
      return report(reporting, 'CONSTRAINT_VIOLATED', names.length === 0 ? unnamed : detail, fields);
    }
    case 'exclusion': {
      const detail = 'The values conflict with those of another resource.';
      return report(reporting, 'CONSTRAINT_VIOLATED', detail, fields);
    }
    case 'foreign-key': {
      const detail = 'A related resource in the request document does not exist.';
      return report(reporting, 'RELATED_RESOURCE_NOT_FOUND', detail, fields);
    }
    case 'referred':
      return errorObject('CONSTRAINT_VIOLATED', 'Other resources reference this resource.');
    case 'not-null': {
      // A related resource requires this resource, so no value of the request is wrong.
      if (isElsewhere(reporting, violation)) return errorObject('CONSTRAINT_VIOLATED', neededElsewhere);
      const unnamed = 'A required value is missing.';
      const detail = name === undefined ? unnamed : `\`${name}\` must have a value.`;
      return report(reporting, codeOf(fields), detail, fields);
    }
    case 'check':
      return report(reporting, codeOf(fields), 'The request violates a rule for the values of this type.', fields);
    case 'value': {
      const detail = `${name === undefined ? 'A value of the request' : `The value of \`${name}\``} cannot be stored.`;
      return report(reporting, codeOf(fields), detail, fields);
    }
    case 'raised':
      return errorObject('CONSTRAINT_VIOLATED', 'The request violates a rule of the data.');
  }
}

/** Returns the constraint that a statement violated, or undefined if it failed for another reason. */
export function violationOf({ dialect }: Table, error: unknown): Violation | undefined {
  return error instanceof Error && !JsonApiError.is(error) ? dialect.violationOf(error as DriverError) : undefined;
}

/** Converts the violation of a failed write to a `JsonApiError`. Returns any other error unchanged. */
export function toJsonApiError(error: unknown, reporting: Reporting): unknown {
  const violation = violationOf(reporting.table, error);
  return violation === undefined ? error : new JsonApiError(violationError(reporting, violation), { cause: error });
}

/**
 * Like `toJsonApiError`, for a deletion. Some databases do not report which side of a foreign key was violated; a deletion always
 * violates the other side.
 */
export function deletionRefusalOf(error: unknown, reporting: Reporting): unknown {
  const violation = violationOf(reporting.table, error);
  if (violation === undefined) return error;
  const kind = violation.kind === 'foreign-key' ? 'referred' : violation.kind;
  return new JsonApiError(violationError(reporting, { ...violation, kind }), { cause: error });
}

/** Converts the error of a failed read: a value that the database cannot read is a value that no resource has. */
export function readRefusalOf(error: unknown, table: Table, by: 'ids' | 'filter'): unknown {
  if (violationOf(table, error)?.kind !== 'value') return error;
  const problem =
    by === 'ids'
      ? errorObject('NOT_FOUND', 'A resource with this id does not exist.')
      : errorObject('FILTER_VALUE_INVALID', 'A value of the filter is invalid for its field.');
  return new JsonApiError(problem, { cause: error });
}
