import { pickMembers } from '@linkage/core/internal';
import { type DriverError, kindsByCode, type Violation } from './violation.ts';

/** By the extended codes of Node's SQLite, and the names of other drivers. */
const kinds = kindsByCode({
  unique: [1555, 2067, 2579, 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE'],
  'foreign-key': [787, 'SQLITE_CONSTRAINT_FOREIGNKEY'],
  'not-null': [1299, 'SQLITE_CONSTRAINT_NOTNULL'],
  check: [275, 'SQLITE_CONSTRAINT_CHECK'],
  raised: [1811, 'SQLITE_CONSTRAINT_TRIGGER'],
  value: [20, 3091, 18, 'SQLITE_CONSTRAINT_DATATYPE', 'SQLITE_MISMATCH', 'SQLITE_TOOBIG'],
});

/** `cannot store TEXT value in INTEGER column note.size`: an error of a strict table. */
const notStored = /^cannot store \w{1,20} value in \w{1,20} column (.{1,500})$/s;

function columnsIn(message: string): { readonly table?: string; readonly columns?: readonly string[] } {
  const [, stored] = notStored.exec(message) ?? [];
  const [, list = stored] = /^(?:UNIQUE|NOT NULL) constraint failed: (.{1,1000})$/s.exec(message) ?? [];
  if (list === undefined) return {};
  const names = list.split(', ').map((name) => name.split('.'));
  const table = names.at(0)?.at(-2);
  return { ...(table === undefined ? {} : { table }), columns: names.map((name) => String(name.at(-1))) };
}

/**
 * Returns the code of an error of SQLite: the number that `node:sqlite` adds, or the name that other drivers use. Errors of other
 * programs have numbers, too, such as an `AbortError`, whose `code` is 20.
 */
function codeOf(error: DriverError): unknown {
  const { errcode: number, code: name } = pickMembers(error, ['errcode', 'code']);
  if (typeof number === 'number') return name === undefined || name === 'ERR_SQLITE_ERROR' ? number : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Returns the constraint that a statement of SQLite violated, or undefined. */
export function sqliteViolation(error: DriverError): Violation | undefined {
  const { message } = error;
  const kind = kinds.get(codeOf(error));
  if (kind === undefined) return undefined;
  const [, constraint] = /^CHECK constraint failed: (.{1,1000})$/s.exec(message) ?? [];
  return { kind, constraint, ...columnsIn(message) };
}
