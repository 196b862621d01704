import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { SqlDialect } from '../dialects/dialect.ts';
import { hasParts, type Key, keyNames, partsOf } from '../mapping/key.ts';
import type { AnyDatabase, Table } from '../mapping/table.ts';
import { type KeyReference, keyAt, keyValue } from './key-columns.ts';
import { type Shape, slotFor } from './shape.ts';

const eb = expressionBuilder<AnyDatabase>();

/** Builds the condition that a column, or a row of columns, has one of some keys. */
export type KeysCondition = (column: KeyReference) => Expression<SqlBool>;

/** Builds the condition for keys of several columns. */
function isOneOfRows({ row }: KeyReference, { name }: SqlDialect, keys: readonly Key[]): Expression<SqlBool> {
  const rows = sql.join(keys.map(keyValue));
  // SQLite compares a row with a subquery only.
  return name === 'sqlite' ? sql<SqlBool>`${row} in (values ${rows})` : sql<SqlBool>`${row} in (${rows})`;
}

/**
 * Adds keys to a shape. Returns a function that builds the condition that a column has one of them. If a list of keys is one
 * parameter, the statement is the same for each number of keys.
 */
export function prepareKeys(shape: Shape, dialect: SqlDialect, keys: readonly Key[]): KeysCondition {
  const slotsOf = (key: Key): Key =>
    (hasParts(key) ? key.map((part) => slotFor(shape, part)) : slotFor(shape, key)) as Key;
  if (keys.length === 1) {
    shape.text += '#1';
    const slots = slotsOf(keys[0] as Key);
    return ({ row }) => eb(row, '=', keyValue(slots));
  }
  const isRow = hasParts(keys[0] as Key);
  if (dialect.keysAsArray && !isRow) {
    shape.text += '#*';
    const slot = slotFor(shape, [...keys]);
    return ({ row }) => sql<SqlBool>`${row} = any(${sql.val(slot)})`;
  }
  shape.text += `#${keys.length}`;
  const slots = keys.map(slotsOf);
  return (column) => (isRow ? isOneOfRows(column, dialect, slots) : eb(column.row, 'in', slots));
}

/** Returns the condition that a column has one of some keys, for a statement that is not kept. */
export function keysCondition(dialect: SqlDialect, keys: readonly Key[]): KeysCondition {
  return prepareKeys({ text: '', values: [], isKept: false }, dialect, keys);
}

/** Whether a row has exactly this key. A collation can consider other keys equal. */
export function isKey(table: Table, key: Key): Expression<SqlBool> {
  const { key: own, dialect } = table;
  const { row, columns } = keyAt(undefined, keyNames(table));
  const equal = eb(row, '=', keyValue(key));
  const values = partsOf(key);
  const same = columns.flatMap((column, index) => {
    if (!dialect.idsByCollation || own[index]?.idType === 'integer') return [];
    return [sql<SqlBool>`binary convert(${column} using utf8mb4) = binary convert(${values[index]} using utf8mb4)`];
  });
  return same.length === 0 ? equal : eb.and([equal, ...same]);
}
