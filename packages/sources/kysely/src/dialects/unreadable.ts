/** The reason why a stored value is none of its column, as the end of a sentence about the column. Only functions of ours throw it. */
export class Unreadable extends Error {}

/** Returns a value that JSON can contain. It cannot contain `NaN`, infinite numbers, or bytes, which SQLite stores in any column. */
export function finite(stored: unknown): unknown {
  if (stored instanceof Uint8Array) throw new Unreadable('contains bytes');
  if (typeof stored === 'number' && !Number.isFinite(stored))
    throw new Unreadable(`contains ${stored}, which JSON cannot contain`);
  return stored;
}

/** Returns a boolean. A driver of MySQL returns the bytes of `bit(1)`. */
export function readBoolean(stored: unknown): boolean {
  if (typeof stored === 'boolean') return stored;
  if (stored instanceof Uint8Array) return stored.some((byte) => byte !== 0);
  const text = String(stored);
  if (text === '0' || text === '1') return text === '1';
  const what = typeof stored === 'number' || typeof stored === 'bigint' ? text : 'a string';
  throw new Unreadable(
    `contains ${what}, which is neither true nor false. If its values are numbers, declare the type in the mapping`,
  );
}

/** Returns what a value is read as that a function could not read, by the error of the function. Throws all other errors. */
export type Unread = (error: unknown, id?: unknown) => null | undefined;

/**
 * Returns a function that reads a value as NULL, and reports the column once: one value must not let a whole collection fail. Errors of
 * functions of the application remain errors.
 */
export function readAs(empty: null | undefined, report: (reason: string) => void): Unread {
  let isReported = false;
  return (error, id) => {
    if (!(error instanceof Unreadable)) throw error;
    const row = id === undefined ? '' : `, for example in the row of the resource ${JSON.stringify(String(id))}`;
    if (!isReported) report(`${error.message}${row}. Such values are read as null.`);
    isReported = true;
    return empty;
  };
}
