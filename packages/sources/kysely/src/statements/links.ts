import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { keyNames, membershipIn } from '../mapping/key.ts';
import { type AnyDatabase, eb, type MembersEdge, type Table, type TypeValue } from '../mapping/table.ts';
import { allOf, anyOf, type Condition, isKnown, nothing, opposite, whereAll, withOpposite } from './condition.ts';
import { type KeyReference, keyAt, selectedKey } from './key-columns.ts';
import type { KeysCondition } from './keys-condition.ts';
import { keptScopeOf, scopeOf } from './scope.ts';

/** Returns the condition on the type column of an edge. */
export function isTyped(alias: string | undefined, typed: TypeValue | undefined): readonly Condition[] {
  return typed === undefined ? [] : [eb(keyAt(alias, [typed.column]).row, '=', typed.value)];
}

/** A query of rows, and the key in each row. */
export interface KeyedRows {
  readonly rows: SelectQueryBuilder<AnyDatabase, string, object>;
  readonly key: KeyReference;
}

/**
 * Whether a key occurs in some rows. A database with anti-joins receives `exists` and `not exists`: it reads the rows once, or through an
 * index. For others, the subquery does not refer to the rows around it, so that it is read once.
 */
export function occursIn({ dialect }: Pick<Table, 'dialect'>, own: KeyReference, { rows, key }: KeyedRows): Condition {
  if (!dialect.hasAntiJoins) return eb(own.row, 'in', rows.select(selectedKey(key)));
  const found = () => rows.select(sql.lit(1).as('found')).where(eb(key.row, '=', own.row));
  return withOpposite(eb.exists(found()), () => eb.not(eb.exists(found())));
}

/** Whether a key of one column occurs in some rows, whose keys the database reads first. It can combine indexes for such conditions. */
export function isInArray(_: unknown, own: KeyReference, { rows, key }: KeyedRows): Condition {
  return sql<SqlBool>`${own.row} = any(array(${rows.select(selectedKey(key))}))`;
}

/** Whether a key is that of an owner in the links of a to-many relationship whose member matches a condition. */
export function isOwner(
  table: Table,
  storage: MembersEdge,
  own: KeyReference,
  isMember: (member: KeyReference) => Condition,
): Condition {
  const links = membershipIn(table, storage);
  if (links === undefined) throw new TypeError('A relationship with several target types does not have links.');
  const key = keyAt('other', links.from);
  const all: KeyedRows['rows'] = eb.selectFrom(`${links.table} as other`);
  const member = isMember(keyAt('other', links.to));
  if (member === nothing) return nothing;
  const conditions = [...isTyped('other', links.typed), member];
  return occursIn(table, own, { rows: whereAll(all, conditions), key });
}

/** Whether a key is that of a row in the scope of a table: one of some keys, or any. */
export function isRowOf(
  table: Table,
  own: KeyReference,
  hasKey?: KeysCondition,
  scope: readonly Condition[] = scopeOf(table, 'scoped'),
): Condition {
  const key = keyAt('scoped', keyNames(table));
  const all: KeyedRows['rows'] = eb.selectFrom(`${table.name} as scoped`);
  const wanted = hasKey?.(key);
  if (wanted === nothing) return nothing;
  const conditions = [...(wanted === undefined ? [] : [wanted]), ...scope];
  return occursIn(table, own, { rows: whereAll(all, conditions), key });
}

/** Whether a key that no foreign key checks is shown: see `keptId`. */
export function isKeptLink(table: Table, own: KeyReference, hasKey?: KeysCondition): Condition {
  const kept = keptScopeOf(table, 'scoped');
  const present = hasKey === undefined ? isPresent(own) : hasKey(own);
  if (kept.length === 0 || present === nothing) return present;
  const isGone = opposite(isRowOf(table, own, undefined, []));
  return allOf([present, anyOf([isRowOf(table, own, undefined, kept), isGone])]);
}

/** Whether no column of a key is NULL. */
export function isPresent({ columns }: KeyReference): Condition {
  return allOf(columns.map(isKnown));
}
