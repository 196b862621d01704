import { errorObject, JsonApiError } from '@linkage/core';
import { violationError, violationIn } from '@linkage/core/internal';
import type { Violation } from '@linkage/core/records';
import type { SourceCall } from '@linkage/server';
import type { Table } from '../mapping/table.ts';

/** The write that failed. */
interface Reporting {
  readonly table: Table;
  /** The call of the write, with the fields that the caller can read. */
  readonly call: Pick<SourceCall, 'readable'>;
  /** Whether the request document contains a resource, so that pointers reference its fields. */
  readonly hasFields?: boolean;
}

/** Converts the violation of a write to an error. */
function errorOf(violation: Violation, { table, call, hasFields }: Reporting, cause: unknown): JsonApiError {
  const columnOf = (field: string): string | undefined => {
    const storage = table.storages.get(field);
    const isOwn = storage?.kind === 'column' || storage?.kind === 'polymorphic';
    // The first columns of a foreign key can be part of another one.
    return table.columns.get(field)?.name ?? (isOwn ? storage.columns.at(-1) : undefined);
  };
  const { type, name, constraints } = table;
  const write = { type, columnOf, readable: call.readable, table: name.split('.').at(-1), constraints, hasFields };
  return violationError(violation, write, { cause });
}

/** Returns the constraint that a statement violated, or undefined if it failed for another reason. */
export function violationOf({ dialect }: Table, error: unknown): Violation | undefined {
  return violationIn(error, dialect.violationOf);
}

/** Converts the violation of a failed write to a `JsonApiError`. Returns any other error unchanged. */
export function toJsonApiError(error: unknown, reporting: Reporting): unknown {
  const violation = violationOf(reporting.table, error);
  return violation === undefined ? error : errorOf(violation, reporting, error);
}

/**
 * Like `toJsonApiError`, for a deletion. Some databases do not report which side of a foreign key was violated; a deletion always
 * violates the other side.
 */
export function deletionRefusalOf(error: unknown, reporting: Reporting): unknown {
  const violation = violationOf(reporting.table, error);
  if (violation === undefined) return error;
  const kind = violation.kind === 'foreign-key' ? 'referred' : violation.kind;
  return errorOf({ ...violation, kind }, reporting, error);
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
