import { oncePer } from '@linkage/core/internal';
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { keyNames } from '../mapping/key.ts';
import { computedAttributes, linkedByRow } from '../mapping/returns-written.ts';
import { type AnyDatabase, eb, type Table } from '../mapping/table.ts';
import { type Condition, whereAll } from './condition.ts';
import { type KeyReference, keyAt, readKey, selectedKey } from './key-columns.ts';
import type { KeysCondition } from './keys-condition.ts';
import type { Executor } from './transaction.ts';

/** A subquery of ids. */
type Ids = SelectQueryBuilder<AnyDatabase & Record<'filtered', Record<string, unknown>>, 'filtered', { id: unknown }>;

/** Returns the conditions on the rows of an alias that are resources of the table's type. */
export function rowFilterOf(table: Table | undefined, alias: string): readonly Condition[] {
  return table?.rowFilter === undefined ? [] : table.rowFilter.conditions(alias);
}

/** Returns the conditions of a statement that changes rows, which does not have an alias. */
export function writeFilterOf(table: Table): readonly Condition[] {
  return rowFilterOf(table, table.name);
}

/** Returns the subquery of the ids of rows that match the row filter of a table: of some keys, or all. */
export function filteredIds(table: Table, hasKey?: KeysCondition, from: Pick<Executor, 'selectFrom'> = eb): Ids {
  const key = keyAt('filtered', keyNames(table));
  const all = from.selectFrom(`${table.name} as filtered`).select(selectedKey(key)) as Ids;
  const rows = hasKey === undefined ? all : all.where(hasKey(key));
  return whereAll(rows, rowFilterOf(table, 'filtered'));
}

/**
 * Returns the subquery of the id of a key, if its row matches the row filter of a table.
 *
 * @param names The columns that contain the key.
 */
export function filteredIdOf(
  table: Table,
  { row }: KeyReference,
  names: readonly string[] = keyNames(table),
): Expression<unknown> {
  const key = keyAt('filtered', keyNames(table));
  const rows = eb.selectFrom(`${table.name} as filtered`).select(readKey(table, key).as('id'));
  return whereAll(rows.where(eb(keyAt('filtered', names).row, '=', row)), rowFilterOf(table, 'filtered'));
}

/** Returns the conditions on the rows of an alias that are resources, or were until a deletion marked them. */
export function keptFilterOf({ rowFilter, softDelete }: Table, alias: string): readonly Condition[] {
  return rowFilter?.conditions(alias, softDelete) ?? [];
}

/**
 * Returns the id of a key that no foreign key checks. It stays when the resource is deleted that it references, but a row that is not a resource
 * for another reason is not shown.
 */
export function keptId(table: Table, { row }: KeyReference): RawBuilder<unknown> {
  const key = keyAt('filtered', keyNames(table));
  const rows = eb.selectFrom(`${table.name} as filtered`).where(eb(key.row, '=', row));
  const kept = keptFilterOf(table, 'filtered');
  if (kept.length === 0 && !table.isLinkedByRow) return row;
  const id = whereAll(rows.select(readKey(table, key).as('id')), kept);
  return kept.length === 0
    ? sql`coalesce(${id}, ${row})`
    : sql`case when exists ${rows.select(sql.lit(1).as('found'))} then ${id} else ${row} end`;
}

/** Whether a column references a row that matches the row filter of a table; empty if all of its rows do. */
export function isFilteredId(
  table: Table | undefined,
  { row }: KeyReference,
  hasKey?: KeysCondition,
): readonly Condition[] {
  return table?.rowFilter === undefined ? [] : [eb(row, 'in', filteredIds(table, hasKey))];
}

/** Whether the rows of a type are those of a view: a write can leave it, and the database counts rows of the tables below it, or none. */
export const isView: (table: Table) => boolean = oncePer(({ known, name }) => known(name)?.kind === 'view');

/** Whether the row that an insert returns lacks what a read selects: such a statement does not see the rows that it inserts. */
export const mustReadAfterInsert: (table: Table) => boolean = oncePer((table) => {
  const nameOf = ({ name }: Table) => name.split('.').at(-1)?.toLowerCase();
  const seesOwn = (target: Table): boolean =>
    target.rowFilter?.isExpression === true || nameOf(target) === nameOf(table);
  if (isView(table)) return true;
  return (
    table.rowFilter?.isExpression === true || computedAttributes(table).length > 0 || linkedByRow(table).some(seesOwn)
  );
});

/** Whether the row that an update returns can lack what a read selects: one that waited for a lock sees other rows as they were before. */
export const mustReadAfterWrite: (table: Table) => boolean = oncePer(
  (table) => mustReadAfterInsert(table) || (table.dialect.locking !== 'database' && linkedByRow(table).length > 0),
);
