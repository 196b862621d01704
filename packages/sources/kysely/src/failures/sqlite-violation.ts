import { pickMembers } from '@linkage/core/internal';
import type { DriverError, Violation } from './violation.ts';

/** By the extended codes of Node's SQLite, and the names of other drivers. */
const kinds: ReadonlyMap<unknown, Violation['kind']> = new Map<unknown, Violation['kind']>([
  [1555, 'unique'],
  [2067, 'unique'],
  [2579, 'unique'],
  [787, 'foreign-key'],
  [1299, 'not-null'],
  [275, 'check'],
  [1811, 'raised'],
  [20, 'value'],
  [3091, 'value'],
  [18, 'value'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
  ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'foreign-key'],
  ['SQLITE_CONSTRAINT_NOTNULL', 'not-null'],
  ['SQLITE_CONSTRAINT_CHECK', 'check'],
  ['SQLITE_CONSTRAINT_TRIGGER', 'raised'],
  ['SQLITE_CONSTRAINT_DATATYPE', 'value'],
  ['SQLITE_MISMATCH', 'value'],
  ['SQLITE_TOOBIG', 'value'],
]);

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
