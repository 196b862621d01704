import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SqlDialect } from '../dialects/dialect.ts';
import type { KeyCodec } from '../dialects/key-codec.ts';
import { hasParts, type Key, keyNames, partsOf } from '../mapping/key.ts';
import { eb, type Table } from '../mapping/table.ts';
import { type KeyReference, keyAt, keyValue, readPart } from './key-columns.ts';
import { type Shape, slotFor } from './shape.ts';

/** Builds the condition that a column, or a row of columns, has one of some keys. */
export type KeysCondition = (column: KeyReference) => Expression<SqlBool>;

/** Builds the condition for keys of several columns. */
function isOneOfRows({ row }: KeyReference, { rowsIn }: SqlDialect, keys: readonly Key[]): Expression<SqlBool> {
  return sql<SqlBool>`${row} in ${rowsIn(sql.join(keys.map(keyValue)))}`;
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

/** A key that a row has exactly: several strings can be equal, such as 1.0 and 1.00. */
export interface ExactKey {
  readonly key: Key;
  /** The text of each part for which this matters, or its slot. */
  readonly strings: readonly unknown[];
}

/** Prepares the comparison of a key. `slotOf` returns the slot of a value in a statement that is kept. */
export function exactKey(table: Table, key: Key, slotOf = (value: unknown): unknown => value): ExactKey {
  const parts = partsOf(key);
  const slots = parts.map(slotOf);
  const strings = parts.map((part, index) => {
    const codec = table.codecs[index] as KeyCodec;
    return codec.isExact ? undefined : slotOf(codec.textOf(part));
  });
  return { key: (hasParts(key) ? slots : slots[0]) as Key, strings };
}

/** Whether a row has exactly this key. */
export function isKey(
  table: Table,
  { key, strings }: ExactKey,
  { row, columns }: KeyReference = keyAt(undefined, keyNames(table)),
): Expression<SqlBool> {
  const same = strings.flatMap((text, index) => {
    if (text === undefined) return [];
    const { exactText } = table.dialect;
    const stored = readPart(table.codecs[index], columns[index] as RawBuilder<unknown>);
    return [sql<SqlBool>`${exactText(stored)} = ${exactText(text)}`];
  });
  const equal = eb(row, '=', keyValue(key));
  return same.length === 0 ? equal : eb.and([equal, ...same]);
}

/** Returns the condition that a row has exactly one of some keys, if the key of its table has several spellings. */
export function exactKeys(table: Table, keys: readonly Key[]): KeysCondition {
  if (!table.key.some(({ hasSpellings }) => hasSpellings)) return keysCondition(table.dialect, keys);
  return (own) => eb.or(keys.map((key) => isKey(table, exactKey(table, key), own)));
}
