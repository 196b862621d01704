import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SqlDialect } from '../dialects/dialect.ts';
import type { AnyDatabase, Key, Table } from '../mapping/table.ts';
import { type Shape, slotFor } from './shape.ts';

const eb = expressionBuilder<AnyDatabase>();

/** Builds the condition that a column has one of some keys. */
export type KeysCondition = (column: RawBuilder<unknown>) => Expression<SqlBool>;

/**
 * Adds keys to a shape. Returns a function that builds the condition that a column has one of them. If a list of keys is one
 * parameter, the statement is the same for each number of keys.
 */
export function prepareKeys(shape: Shape, { keysAsArray }: SqlDialect, keys: readonly unknown[]): KeysCondition {
  if (keys.length === 1) {
    shape.text += '#1';
    const slot = slotFor(shape, keys[0]);
    return (column) => eb(column, '=', slot);
  }
  if (keysAsArray) {
    shape.text += '#*';
    const slot = slotFor(shape, [...keys]);
    return (column) => sql<SqlBool>`${column} = any(${sql.val(slot)})`;
  }
  shape.text += `#${keys.length}`;
  const slots = keys.map((key) => slotFor(shape, key));
  return (column) => eb(column, 'in', slots);
}

/** Returns the condition that a column has one of some keys, for a statement that is not kept. */
export function keysCondition(dialect: SqlDialect, keys: readonly unknown[]): KeysCondition {
  return prepareKeys({ text: '', values: [], isKept: false }, dialect, keys);
}

/** Whether a row has exactly this key. A collation can consider other keys equal. */
export function isKey({ id, idType, dialect }: Table, key: Key): Expression<SqlBool> {
  const equal = eb(sql.id(id), '=', key);
  if (!dialect.idsByCollation || idType === 'integer') return equal;
  const same = sql<SqlBool>`binary convert(${sql.id(id)} using utf8mb4) = binary convert(${key} using utf8mb4)`;
  return eb.and([equal, same]);
}
