import { errorObject, JsonApiError, type SortField } from '@linkage/core';
import type { ColumnType } from '@linkage/storage';
import type { RawBuilder } from 'kysely';
import { keyNames } from '../mapping/key.ts';
import type { RelationshipStorage, Table } from '../mapping/table.ts';
import { keyAt } from './key-columns.ts';
import { MEMBER } from './selected-columns.ts';
import { type SortJoin, sortKeyOf } from './sort-key.ts';

/** One key of a total order. */
export interface OrderKey {
  readonly expression: RawBuilder<unknown>;
  readonly descending: boolean;
  /** Whether the key can be NULL, which is less than every value. */
  readonly isNullable: boolean;
  /** The type of the key's column; undefined if it is not known. */
  readonly type: ColumnType | undefined;
  /** The joined tables between the rows and the key. */
  readonly joins: readonly SortJoin[];
}

/** Whether all relationships in the path of a field are to-one and in this database. */
function isReachable(table: Table, field: string): boolean {
  let current = table;
  for (const name of field.split('.').slice(0, -1)) {
    const storage: RelationshipStorage | undefined = current.storages.get(name);
    if (storage?.kind !== 'column' || storage.target === undefined) return false;
    current = storage.target;
  }
  return true;
}

function orderKeysOfField(table: Table, { field, descending }: SortField): readonly OrderKey[] {
  if (!isReachable(table, field)) {
    const detail = `${table.type.name} cannot be sorted by "${field}": the database does not have this field.`;
    throw new JsonApiError(errorObject('SORT_NOT_SUPPORTED', detail, { source: { parameter: 'sort' } }));
  }
  const { columns, nullable, type, joins } = sortKeyOf(table, field);
  return columns.map((expression) => ({ expression, descending, isNullable: nullable, type, joins }));
}

/**
 * The order of records that are equal by all keys of a request. Pages by positions have the ids in the direction of the last key. Pages
 * by an offset, and streams of such collections, have ascending ids.
 */
export type IdOrder = 'as last key' | 'ascending';

/**
 * Returns the keys of a total order: the keys of the request, and last the columns of the id. If all keys have one direction,
 * one index serves the order and its reverse.
 *
 * @throws {JsonApiError} 400 if the order uses a relationship whose target is not in the database.
 */
export function orderKeysOf(
  table: Table,
  sort: readonly SortField[],
  idOrder: IdOrder = 'as last key',
): readonly OrderKey[] {
  // Behind the id, no two records are equal.
  const id = sort.findIndex(({ field }) => field === 'id');
  const fields = id === -1 ? sort : sort.slice(0, id);
  const keys = fields.flatMap((field) => orderKeysOfField(table, field));
  const isByKey = id !== -1 || idOrder === 'as last key';
  const descending = isByKey && (sort.at(id)?.descending ?? false);
  const own = keyAt(MEMBER, keyNames(table)).columns;
  return [
    ...keys,
    ...own.map((expression) => ({ expression, descending, isNullable: false, type: undefined, joins: [] })),
  ];
}

/** Returns the keys of the reverse order. */
export function reversed(keys: readonly OrderKey[]): readonly OrderKey[] {
  return keys.map((key) => ({ ...key, descending: !key.descending }));
}
