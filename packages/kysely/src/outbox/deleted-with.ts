import { idOfKey, type Key } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import { canOverlap, maxKeysOf } from '../reading/select-page.ts';
import { keyOfRow, readableKey } from '../statements/key-columns.ts';
import { writeScopeOf } from '../statements/scope.ts';
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

/** Reads and locks the rows of a cascade. */
async function rowsOf(executor: Executor, { child, rows }: Cascade, keys: readonly Key[]): Promise<readonly Key[]> {
  const all = executor.selectFrom(child.name).select(readableKey(child));
  const found = [...rows(keys), ...writeScopeOf(child)].reduce((some, it) => some.where(it), all);
  return (await (canOverlap(executor) ? found.forUpdate() : found).execute()).map((row) => keyOfRow(child, row));
}

/** Returns a row and all rows that a deletion of it deletes, too, before it is deleted. */
export async function deletedWith(
  executor: Executor,
  cascades: ReadonlyMap<Table, readonly Cascade[]>,
  root: Table,
  key: Key,
): Promise<Deleted> {
  const deleted: Deleted = new Map();
  const gone = new Set<string>();
  const steps: Step[] = [];
  const add = (table: Table, keys: readonly Key[], isGone: boolean): void => {
    const known = deleted.get(table) ?? new Map<string, Key>();
    deleted.set(table, known);
    // A row that is only marked at first can be deleted with another one.
    const others = keys.filter((it) => {
      const id = idOfKey(table, it);
      const name = JSON.stringify([table.type.name, id]);
      const isNew = !known.has(id) || (isGone && !gone.has(name));
      known.set(id, it);
      if (isGone) gone.add(name);
      return isNew;
    });
    if (others.length > 0) steps.push({ table, keys: others, isGone });
  };
  add(root, [key], root.softDelete === undefined);
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
