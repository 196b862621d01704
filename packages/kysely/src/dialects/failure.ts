/** What a statement ran into because of the data or of the values in it. */
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
}

/**
 * Why a statement failed although there is nothing wrong with it: it can succeed when the whole transaction runs again
 * (`conflict`), the database cannot be used at the moment (`unavailable`), or it took too long (`timeout`).
 */
export type Fault = 'conflict' | 'unavailable' | 'timeout';

/** The members of errors by which drivers tell what happened. */
export interface DriverError extends Error {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly errcode?: unknown;
  readonly detail?: unknown;
  readonly table?: unknown;
  readonly column?: unknown;
  readonly constraint?: unknown;
}

/** Codes of the operating system for a connection that cannot be made or is lost. */
const lost: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EACCES', 'ENOTCONN', 'EMFILE'],
]);

/** Whether the operating system could not make or keep the connection. */
export function isLostConnection({ code }: DriverError): boolean {
  return lost.has(code);
}

/** The text of a member of an error; undefined if it is anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
