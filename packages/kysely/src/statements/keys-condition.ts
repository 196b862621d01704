import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SqlDialect } from '../dialects/dialect.ts';
import type { AnyDatabase, Key, Table } from '../mapping/table.ts';

const eb = expressionBuilder<AnyDatabase>();

/** Whether a column has one of some keys. One key, or a list that is one parameter: the statement is the same for each number. */
export function keysCondition(
  { keysAsArray }: SqlDialect,
  column: RawBuilder<unknown>,
  keys: readonly unknown[],
): Expression<SqlBool> {
  if (keys.length === 1) return eb(column, '=', keys[0]);
  return keysAsArray ? sql<SqlBool>`${column} = any(${sql.val([...keys])})` : eb(column, 'in', keys);
}

/** Whether a row is the one with this key, whatever the collation of the column takes for equal. */
export function isKey({ id, idType, dialect }: Table, key: Key): Expression<SqlBool> {
  const equal = eb(sql.id(id), '=', key);
  if (!dialect.idsByCollation || idType === 'integer') return equal;
  const same = sql<SqlBool>`binary convert(${sql.id(id)} using utf8mb4) = binary convert(${key} using utf8mb4)`;
  return eb.and([equal, same]);
}
