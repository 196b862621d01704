import { JsonApiError } from '@linkage/core';
import { ownMembers, pickMembers } from '@linkage/core/internal';

/** The failure of a statement because of the data or of the values in it. */
export interface Violation {
  readonly kind:
    | 'unique'
    | 'exclusion'
    | 'foreign-key'
    /** Other rows refer to the row. */
    | 'referred'
    | 'not-null'
    | 'check'
    /** A value that the column cannot hold. */
    | 'value'
    /** An error that a trigger or a function of the database raised. */
    | 'raised';
  /** The columns that the database names. Their table is the one that was written, unless `table` says another. */
  readonly columns?: readonly string[] | undefined;
  readonly table?: string | undefined;
  /** The name of the constraint or the index. */
  readonly constraint?: string | undefined;
  /** With `value`: the number of the parameter that the database cannot read, from 1, if the database names it. */
  readonly parameter?: number | undefined;
  /** With `value`: whether a string must have exactly the length that the message names, such as that of `bit(4)`. Default: at most this length. */
  readonly isOtherLength?: boolean | undefined;
  /** With `raised`: what the application has declared for the SQLSTATE. Default: it has declared nothing. */
  readonly raised?: {
    readonly code: string;
    readonly status: number;
    readonly text?: string | undefined;
    readonly hint?: string | undefined;
  };
  /** Whether the error occurred in a function or a trigger of the database. Default: false, or not known. */
  readonly isNested?: boolean | undefined;
}

/** The SQLSTATEs that only an application raises. Those that begin with P0 are also those of faults in functions, such as a query without a row. */
export const ownSqlState: RegExp = /^(?:45|P[1-9A-Z]|[I-OQ-WYZ][0-9A-Z])[0-9A-Z]{3}$/;

/** Returns the kinds of violations by the codes of their errors. */
export function kindsByCode(
  codes: Readonly<Partial<Record<Violation['kind'], readonly unknown[]>>>,
): ReadonlyMap<unknown, Violation['kind']> {
  const kinds = Object.entries(codes) as [Violation['kind'], readonly unknown[]][];
  return new Map(kinds.flatMap(([kind, all]) => all.map((code) => [code, kind] as const)));
}

/** The members of errors by which drivers tell what happened. */
export interface DriverError extends Error {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly errcode?: unknown;
  readonly sqlState?: unknown;
  readonly detail?: unknown;
  readonly table?: unknown;
  readonly column?: unknown;
  readonly constraint?: unknown;
  readonly where?: unknown;
  readonly hint?: unknown;
  readonly severity?: unknown;
  readonly position?: unknown;
}

/** Returns a member of an error if it is a string with characters, or undefined. */
export function driverText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The number of errors that are searched: mappers wrap the error of a driver once or twice. */
const MAX_CAUSES = 5;

/** An error of a driver, and the codes that say what has happened. */
interface ReadError {
  readonly error: DriverError;
  readonly code: unknown;
  readonly errorCode: unknown;
}

/** Returns an error and those that it wraps as `cause`, up to one that is for the client. */
export function* driverErrors(error: unknown): Generator<ReadError> {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error && !JsonApiError.is(current); depth++) {
    const read = pickMembers(current as DriverError & { readonly errorCode?: unknown }, ['code', 'errorCode', 'cause']);
    yield { error: current, code: read.code, errorCode: read.errorCode };
    current = read.cause;
  }
}

/**
 * Returns the constraint that a statement violated, from its error or from an error that it wraps as `cause`. Returns
 * undefined if the statement failed for another reason.
 *
 * @param detect One of `postgresViolation`, `sqliteViolation`, and `mysqlViolation`.
 */
export function violationIn(
  error: unknown,
  detect: (error: DriverError) => Violation | undefined,
): Violation | undefined {
  for (const { error: current } of driverErrors(error)) {
    const violation = detect(current);
    // Members that every object inherits are not columns or constraints.
    if (violation !== undefined) return ownMembers(violation) as unknown as Violation;
  }
  return undefined;
}
