import type { ColumnType } from './column-type.ts';
import { canCompare, type ValueRules } from './column-values.ts';

/** An id as a database compares it. */
export type Key = string | number | bigint;

/** Databases read "05" and "5 " as 5, so one resource would have many ids. */
const CANONICAL = /^(?:0|-?[1-9]\d{0,19})$/;

/**
 * Returns an id as a column of this type compares it, or undefined if no row can have this id. An integer beyond the
 * safe integers of JavaScript is a bigint.
 */
export function keyOf(id: string, type: ColumnType | undefined, rules: ValueRules): Key | undefined {
  if (!canCompare(type, id, rules)) return undefined;
  if (type?.kind === 'integer') {
    if (!CANONICAL.test(id)) return undefined;
    const key = Number(id);
    return Number.isSafeInteger(key) ? key : BigInt(id);
  }
  // A database reads other spellings of a UUID.
  return type?.kind === 'uuid' && id !== id.toLowerCase() ? undefined : id;
}
