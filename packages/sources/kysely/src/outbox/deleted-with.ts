import type { Expression, SqlBool } from 'kysely';
import { idOfKey, type Key } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import { canOverlap } from '../reading/execute-read.ts';
import { maxKeysOf } from '../reading/select-page.ts';
import { whereAll } from '../statements/condition.ts';
import { keyOfRow, readableKey } from '../statements/key-columns.ts';
import { writeFilterOf } from '../statements/row-filter.ts';
import type { Executor } from '../statements/transaction.ts';
import type { Cascade } from './cascades.ts';

/** Rows that a deletion deletes or marks, by their ids. */
export type Deleted = Map<Table, Map<string, Key>>;

interface Step {
  readonly table: Table;
  readonly keys: readonly Key[];
  /** Whether the rows are deleted, and not only marked. */
  readonly isGone: boolean;
}

/** Reads and locks rows of a table. */
async function lockedKeys(
  executor: Executor,
  table: Table,
  conditions: readonly Expression<SqlBool>[],
): Promise<readonly Key[]> {
  const all = executor.selectFrom(table.name).select(readableKey(table));
  const found = whereAll(all, conditions);
  return (await (canOverlap(executor) ? found.forUpdate() : found).execute()).map((row) => keyOfRow(table, row));
}

/** Rows of a cascade. */
interface Found {
  readonly rows: readonly Key[];
  /** Those that are resources: the row filter of their type excludes the others. */
  readonly resources: readonly Key[];
}

/** Reads and locks the rows of a cascade. The database deletes rows that the row filter of their type excludes, too. */
async function rowsOf(executor: Executor, { child, rows, byDatabase }: Cascade, keys: readonly Key[]): Promise<Found> {
  const rowFilter = writeFilterOf(child);
  const resources = await lockedKeys(executor, child, [...rows(keys), ...rowFilter]);
  const all = byDatabase && rowFilter.length > 0 ? await lockedKeys(executor, child, rows(keys)) : resources;
  return { rows: all, resources };
}

/** Returns a row and all rows that a deletion of it deletes, too, before it is deleted. */
export async function deletedWith(
  executor: Executor,
  cascades: ReadonlyMap<Table, readonly Cascade[]>,
  root: Table,
  key: Key,
): Promise<Deleted> {
  const deleted: Deleted = new Map();
  /** Whether the rows that were found are gone, by their tables and ids. */
  const known = new Map<Table, Map<string, boolean>>();
  const steps: Step[] = [];
  const add = (table: Table, { rows, resources }: Found, isGone: boolean): void => {
    const ofTable = known.get(table) ?? new Map<string, boolean>();
    known.set(table, ofTable);
    // A row that is only marked at first can be deleted with another one.
    const others = rows.filter((it) => {
      const id = idOfKey(table, it);
      const before = ofTable.get(id);
      ofTable.set(id, isGone || before === true);
      return before === undefined || (isGone && !before);
    });
    const shown = deleted.get(table) ?? new Map<string, Key>();
    deleted.set(table, shown);
    for (const it of resources) shown.set(idOfKey(table, it), it);
    if (others.length > 0) steps.push({ table, keys: others, isGone });
  };
  add(root, { rows: [key], resources: [key] }, root.softDelete === undefined);
  for (const { table, keys, isGone } of steps) {
    const maxKeys = maxKeysOf(table);
    for (const cascade of cascades.get(table) ?? []) {
      if (cascade.byDatabase && !isGone) continue;
      for (let start = 0; start < keys.length; start += maxKeys) {
        const found = await rowsOf(executor, cascade, keys.slice(start, start + maxKeys));
        add(cascade.child, found, cascade.byDatabase || cascade.child.softDelete === undefined);
      }
    }
  }
  return deleted;
}
