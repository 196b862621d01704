import { keyOrderOf, rejection } from '@linkage/core/internal';
import { stepsOf } from '@linkage/core/records';
import type { SourceSortField } from '@linkage/server';
import type { RawBuilder } from 'kysely';
import type { ColumnType } from '../columns/column-type.ts';
import { keyNames } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import type { Build } from './condition.ts';
import { keyAt } from './key-columns.ts';
import { MEMBER } from './selected-columns.ts';
import type { Shape } from './shape.ts';
import { type JoinConditions, prepareJoins, type SortJoin, sortKeyOf, sortStepOf } from './sort-key.ts';

/** One key of a total order. */
export interface OrderKey {
  readonly expression: RawBuilder<unknown>;
  readonly descending: boolean;
  /** Whether rows in which the key is NULL are behind all others. */
  readonly nullsLast: boolean;
  readonly isNullable: boolean;
  /** Whether the key can be NULL in rows for which all joins find a row. */
  readonly isNullableIfFound: boolean;
  /** The type of the key's column; undefined if it is not known. */
  readonly type: ColumnType | undefined;
  /** The joined tables between the rows and the key. */
  readonly joins: readonly SortJoin[];
  /** Whether the key is NULL in all rows, so that it does not order them. Default: false. */
  readonly isEmpty?: boolean;
}

/** Whether all relationships in the path of a field are to-one and in this database. */
function isReachable(table: Table, field: string): boolean {
  let current: Table | undefined = table;
  for (const name of stepsOf(field).relationships) current = current && sortStepOf(current, name)?.target;
  return current !== undefined;
}

function orderKeysOfField(
  table: Table,
  { field, descending }: SourceSortField,
  conditions: JoinConditions,
): readonly OrderKey[] {
  if (!isReachable(table, field))
    throw rejection('SORT_NOT_SUPPORTED.notStored', { type: table.type.name, field }, { parameter: 'sort' });
  const { columns, nullable, nullableIfFound, nulls, type, joins } = sortKeyOf(table, field, conditions);
  const places = { isNullable: nullable, isNullableIfFound: nullableIfFound };
  const key = { ...keyOrderOf(descending, nulls), ...places, type, joins };
  return columns.map((expression) => ({ expression, ...key }));
}

function orderKeysOf(table: Table, sort: readonly SourceSortField[], conditions: JoinConditions): readonly OrderKey[] {
  // Behind the id, no two records are equal.
  const id = sort.findIndex(({ field }) => field === 'id');
  const fields = id === -1 ? sort : sort.slice(0, id);
  const keys = fields.flatMap((field) => orderKeysOfField(table, field, conditions));
  const descending = sort.at(id)?.descending ?? false;
  const own = keyAt(MEMBER, keyNames(table)).columns;
  const ofId = {
    descending,
    nullsLast: descending,
    isNullable: false,
    isNullableIfFound: false,
    type: undefined,
    joins: [],
  };
  return [
    ...keys,
    // Without the id, records with equal sort values could occur on two pages or on no page.
    ...own.map((expression) => ({ expression, ...ofId })),
  ];
}

const noConditions: JoinConditions = new Map();

/**
 * Adds what an order depends on, besides its fields, to a shape. Returns a function that builds the keys of a total order: the keys of the
 * request, and last the columns of the id, in the direction of the last key. If all keys have one direction, one index serves the order and its
 * reverse. The function throws 400 if the order uses a relationship whose target is not in the database.
 */
export function prepareOrder(shape: Shape, table: Table, sort: readonly SourceSortField[]): Build<readonly OrderKey[]> {
  const conditions = sort.length === 0 ? noConditions : prepareJoins(shape, table, sort);
  return () => orderKeysOf(table, sort, conditions);
}

/** Returns the keys of the reverse order. */
export function reversed(keys: readonly OrderKey[]): readonly OrderKey[] {
  return keys.map((key) => ({ ...key, descending: !key.descending, nullsLast: !key.nullsLast }));
}
