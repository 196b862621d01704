import { JsonApiError } from '@linkage/core';
import { rejection } from '@linkage/core/internal';
import type { SourceCall } from '@linkage/server';
import type { Violation } from '../failures/violation.ts';
import { violationIn } from '../failures/violation.ts';
import { raisedError, type SentFields, violationError } from '../failures/violation-error.ts';
import type { Table } from '../mapping/table.ts';
import { parametersOfFailure } from './failed-statement.ts';
import { positionError } from './key-values.ts';
import { type SentRead, sentPartOf } from './sent-parameter.ts';

/** The write that failed. */
export interface Reporting {
  readonly table: Table;
  /** The call of the write, with the fields that the user can read. */
  readonly call: Pick<SourceCall, 'readable'>;
  /** The fields of the resource in the request document, so that pointers reference them. */
  readonly sent?: SentFields | undefined;
  /** The to-many relationship whose members the statement changes. */
  readonly relationship?: string;
  /** The name of the table that the statement writes. Default: the table of the type. */
  readonly written?: string;
}

/** Returns the name of a table without its schema, as databases report it. */
function plainName(name: string): string | undefined {
  return name.split('.').at(-1);
}

/** Converts the violation of a write to an error. */
export function errorOfViolation(violation: Violation, reporting: Reporting, cause: unknown): JsonApiError {
  const { table, call, sent, relationship, written } = reporting;
  const { type, name, constraints, constraintErrors, known } = table;
  const origins = known(name)?.origins;
  const columnOf = (field: string): string | undefined => {
    const storage = table.storages.get(field);
    const isOwn = storage?.kind === 'column' || storage?.kind === 'polymorphic';
    // The first columns of a foreign key can be part of another one.
    const column = table.columns.get(field)?.name ?? (isOwn ? storage.columns.at(-1) : undefined);
    return column === undefined ? undefined : (origins?.get(column)?.column ?? column);
  };
  const [below] = origins?.values() ?? [];
  const write = {
    type,
    columnOf,
    readable: call.readable,
    table: plainName(below?.table ?? name),
    constraints,
    declared: constraintErrors,
    sent,
    relationship,
  };
  // Some databases name only the column.
  const elsewhere = written === undefined ? undefined : plainName(written);
  return violationError({ ...violation, table: violation.table ?? elsewhere }, write, { cause });
}

/** Returns the constraint that a statement violated, or undefined if it failed for another reason. */
export function violationOf({ dialect }: Table, error: unknown): Violation | undefined {
  return violationIn(error, dialect.violationOf);
}

/** Converts the violation of a failed statement to a `JsonApiError`. Returns any other error unchanged. */
export function toJsonApiError(error: unknown, reporting: Reporting): unknown {
  const violation = violationOf(reporting.table, error);
  return violation === undefined ? error : errorOfViolation(violation, reporting, error);
}

/**
 * Like `toJsonApiError`, for a statement that deletes a row. Some databases do not report which side of a foreign key was violated; a
 * deletion always violates the inverse relationship.
 */
export function deletionErrorOf(error: unknown, reporting: Reporting): unknown {
  const violation = violationOf(reporting.table, error);
  if (violation === undefined || violation.kind === 'value') return error;
  const kind = violation.kind === 'foreign-key' ? 'referred' : violation.kind;
  return errorOfViolation({ ...violation, kind }, reporting, error);
}

/**
 * Converts the error of a read if the application has declared it, or if the database cannot read a value that the client sent: no resource has
 * such a value. Any other error is a fault of the server, for example of an expression that fails on one row, and remains as it is.
 */
export function readErrorOf(error: unknown, table: Table, read: SentRead): unknown {
  const violation = violationOf(table, error);
  if (violation?.raised !== undefined) return new JsonApiError(raisedError(violation.raised), { cause: error });
  const parameters = parametersOfFailure(error);
  if (violation?.kind !== 'value' || violation.parameter === undefined || parameters === undefined) return error;
  const part = sentPartOf(table, read, parameters.at(violation.parameter - 1));
  if (part === undefined) return error;
  if (part === 'after' || part === 'before') return positionError(part, error);
  const key = part === 'ids' ? 'NOT_FOUND.id' : 'FILTER_VALUE_INVALID.database';
  return rejection(key, {}, undefined, { cause: error });
}
