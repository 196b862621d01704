import { type AliasedRawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type Key, keyNames, type MembershipTable, membershipIn, type ReadIds } from '../mapping/key.ts';
import {
  type AnyDatabase,
  type ColumnStorage,
  eb,
  type MembersStorage,
  type Table,
  type TypeValue,
} from '../mapping/table.ts';
import { allOf, anyOf, type Condition, isKnown, nothing, opposite, whereAll, withOpposite } from './condition.ts';
import { type KeyReference, keyAt, keyValue, selectedKey } from './key-columns.ts';
import type { KeysCondition } from './keys-condition.ts';
import { keptFilterOf, rowFilterOf } from './row-filter.ts';

/** Returns the condition on the type column of a part. */
export function isTyped(alias: string | undefined, typed: TypeValue | undefined): readonly Condition[] {
  return typed === undefined ? [] : [eb(keyAt(alias, [typed.column]).row, '=', typed.value)];
}

/** Returns the rows of a foreign key with the ids of the rows that it references. A database reads a subquery without conditions as a join. */
function rowsWithIds(table: string, { referenced, columns, references, ids, own }: ReadIds) {
  const key = keyAt('referenced', keyNames(referenced));
  return eb
    .selectFrom(`${table} as referencing`)
    .innerJoin(`${referenced.name} as referenced`, (join) =>
      join.on(eb(keyAt('referenced', references).row, '=', keyAt('referencing', columns).row)),
    )
    .select(own.map((name) => sql.id('referencing', name).as(name)))
    .select(key.columns.map((column, index) => column.as(ids[index] as string)));
}

/** Returns the pairs of a membership table, to select from. */
export function pairsOf(
  { table, readIds }: Pick<MembershipTable, 'table' | 'readIds'>,
  alias: string,
): AliasedRawBuilder<Record<string, unknown>, string> | `${string} as ${string}` {
  return readIds === undefined
    ? `${table} as ${alias}`
    : sql<Record<string, unknown>>`(${rowsWithIds(table, readIds)})`.as(alias);
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
  storage: ColumnStorage | MembersStorage,
  own: KeyReference,
  isMember: (member: KeyReference) => Condition,
): Condition {
  const links = membershipIn(table, storage);
  if (links === undefined) throw new TypeError('A relationship with several target types does not have links.');
  const key = keyAt('other', links.from);
  const all: KeyedRows['rows'] = eb.selectFrom(pairsOf(links, 'other'));
  const member = isMember(keyAt('other', links.to));
  if (member === nothing) return nothing;
  const conditions = [...isTyped('other', links.typed), member];
  return occursIn(table, own, { rows: whereAll(all, conditions), key });
}

/** Whether a key is that of a row that matches the row filter of a table: one of some keys, or any. */
export function isRowOf(
  table: Table,
  own: KeyReference,
  hasKey?: KeysCondition,
  rowFilter: readonly Condition[] = rowFilterOf(table, 'filtered'),
): Condition {
  const key = keyAt('filtered', keyNames(table));
  const all: KeyedRows['rows'] = eb.selectFrom(`${table.name} as filtered`);
  const wanted = hasKey?.(key);
  if (wanted === nothing) return nothing;
  const conditions = [...(wanted === undefined ? [] : [wanted]), ...rowFilter];
  return occursIn(table, own, { rows: whereAll(all, conditions), key });
}

/** Whether a key that no foreign key checks is shown: see `keptId`. */
export function isKeptLink(table: Table, own: KeyReference, hasKey?: KeysCondition): Condition {
  const kept = keptFilterOf(table, 'filtered');
  const present = hasKey === undefined ? isPresent(own) : hasKey(own);
  if (kept.length === 0 || present === nothing) return present;
  const isGone = opposite(isRowOf(table, own, undefined, []));
  return allOf([present, anyOf([isRowOf(table, own, undefined, kept), isGone])]);
}

/** Returns what a foreign key to other columns than those of the id contains for the row with a key: what a subquery reads from the row. */
export function referencedKey(referenced: Table, references: readonly string[], key: Key): Key {
  const isRow = eb(keyAt('referenced', keyNames(referenced)).row, '=', keyValue(key));
  const row = eb.selectFrom(`${referenced.name} as referenced`).where(isRow).limit(1);
  // MySQL does not write to a table that the same statement reads, unless it reads the rows first.
  const values = references.map(
    (name) => sql`(select value from (${row.select(sql.id('referenced', name).as('value'))}) as found)`,
  );
  return (values.length === 1 ? values[0] : values) as unknown as Key;
}

/** Whether no column of a key is NULL. */
export function isPresent({ columns }: KeyReference): Condition {
  return allOf(columns.map(isKnown));
}
