import { termsIn } from '@linkage/core/internal';
import type { SourceCall } from '@linkage/server';
import type { Key } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import { selectByKeys } from '../reading/select-page.ts';
import type { Build, Condition } from '../statements/condition.ts';
import { prepareConditions } from '../statements/conditions.ts';
import { allFields } from '../statements/selected-columns.ts';
import type { Shape } from '../statements/shape.ts';
import type { Executor } from '../statements/transaction.ts';
import { lockedKey } from './lock-rows.ts';

type Conditions = NonNullable<SourceCall['conditions']>;

function isOfRow({ columns, storages }: Table, field: string): boolean {
  const column = columns.get(field);
  if (column !== undefined) return column.expression === undefined;
  const storage = storages.get(field);
  const isLink =
    storage?.kind === 'column' && storage.target?.rowFilter === undefined && storage.references === undefined;
  return field === 'id' || (isLink && storage.target?.isLinkedByRow !== true);
}

/**
 * Whether the row of a resource alone decides whether it matches conditions. Then the statement that writes can contain them: if it waits
 * for another write, the database compares the row that it finds afterward. Other rows would be those from before it waited.
 */
export function areOfRow(table: Table, conditions: Conditions): boolean {
  return termsIn(conditions).every(({ field }) => isOfRow(table, field));
}

/** Adds conditions that only the row decides to the shape of a statement that writes, which has no alias. */
export function prepareOfRow(shape: Shape, table: Table, conditions: Conditions): Build<readonly Condition[]> {
  return prepareConditions(shape, table, conditions, table.name.split('.').at(-1));
}

/** Returns conditions that only the row decides, for a statement that is not kept. */
export function matchOfRow(table: Table, conditions: Conditions): readonly Condition[] {
  return prepareOfRow({ text: '', values: [], isKept: false }, table, conditions)();
}

/** Locks the row of an id until the transaction ends. Returns its key, or undefined if no resource has the id and matches the conditions. */
export async function lockedMatch(
  executor: Executor,
  table: Table,
  key: Key,
  conditions: Conditions | undefined,
): Promise<Key | undefined> {
  if (conditions === undefined) return lockedKey(executor, table, key);
  if (areOfRow(table, conditions)) return lockedKey(executor, table, key, matchOfRow(table, conditions));
  const locked = await lockedKey(executor, table, key);
  const run = { executor, call: undefined, conditions, lock: undefined };
  // A row that does not match takes the statements of one that does not exist.
  const matching = await selectByKeys(run, table, [locked ?? key], allFields(table));
  return matching.length > 0 ? locked : undefined;
}
