import { stepsOf } from '@linkage/core/records';
import type { CollectionQuery, SourceSortField } from '@linkage/server';
import { keyNames } from '../mapping/key.ts';
import { beginsIndex, servesOrder } from '../mapping/known-indexes.ts';
import { isUnique, type KnownTable, storedColumnName } from '../mapping/known-table.ts';
import type { Table } from '../mapping/table.ts';
import type { RowsFilter } from './filtered-rows.ts';
import {
  constantsOf,
  indexedTable,
  missingOfWays,
  needsOfFilter,
  storedNames,
  textOf,
  type Way,
} from './needed-indexes.ts';
import { orderPartsOf } from './page-rows.ts';

// Which indexes a statement lacks, by what the catalog says. The table of indexes in `docs/databases.md` says the same to readers.

/** Returns the columns of an order that stand in the table itself. */
function orderedColumns(table: Table, known: KnownTable, sort: readonly SourceSortField[]) {
  const isOwn = ({ field }: SourceSortField): boolean => table.columns.get(field)?.name !== undefined;
  const end = sort.findIndex((key) => !isOwn(key));
  const own = end === -1 ? sort : sort.slice(0, end);
  return own.map(({ field, descending }) => {
    const { name, nullable } = table.columns.get(field) as { readonly name: string; readonly nullable: boolean };
    return { name: storedColumnName(known, name), nullable, descending };
  });
}

/** Returns the indexes that an order by an attribute of a related resource lacks, where an index can have it. */
function missingOfPath(table: Table, known: KnownTable, sort: readonly SourceSortField[]): readonly string[] {
  const [first] = sort;
  const [relationship = ''] = stepsOf(first?.field ?? '').relationships;
  const storage = table.storages.get(relationship);
  if (first === undefined || storage?.kind !== 'column' || orderPartsOf(table, sort).at(0) === undefined) return [];
  const { target } = storage;
  const related = target && indexedTable(target, target.name);
  const column = target?.columns.get(stepsOf(first.field).name)?.name;
  const key = storedNames(known, storage.columns);
  return [
    ...(related === undefined || column === undefined || servesOrder(related, [storedColumnName(related, column)])
      ? []
      : [textOf(related, [storedColumnName(related, column)])]),
    ...(beginsIndex(known, key) ? [] : [textOf(known, storedNames(known, [...storage.columns, ...keyNames(table)]))]),
  ];
}

/** Returns the indexes that an order lacks. */
function missingOfOrder(table: Table, sort: readonly SourceSortField[], ways: readonly Way[]): readonly string[] {
  const known = indexedTable(table, table.name);
  if (known === undefined) return [];
  const columns = ways.flatMap((way) => (way.isEqual ? way.columns : []));
  const equal = [...new Set([...constantsOf(table, known), ...columns])];
  // At most one row matches.
  if (isUnique(known, equal, false)) return [];
  const ordered = orderedColumns(table, known, sort);
  if (ordered.length === 0) return missingOfPath(table, known, sort);
  const names = ordered.map(({ name }) => name);
  if (servesOrder(known, names, new Set(equal))) return [];
  const [{ descending: isReverse } = { descending: false }] = ordered;
  const written = ordered.map(({ name, nullable, descending }) => {
    const isDown = descending !== isReverse;
    const nulls = nullable && table.dialect.nullIs === 'greatest' ? ` nulls ${isDown ? 'last' : 'first'}` : '';
    return `${name}${isDown ? ' desc' : ''}${nulls}`;
  });
  const last = ordered.at(-1)?.descending === isReverse ? '' : ' desc';
  const key = storedNames(known, keyNames(table)).filter((name) => !names.includes(name));
  const rest = equal.filter((name) => !names.includes(name));
  return [textOf(known, [...rest, ...written, ...key.map((name) => name + last)])];
}

/**
 * Returns the indexes that a statement lacks that reads rows of a table in an order: without them, the database reads all rows, or sorts
 * them. An order needs its own index, because a filter can match most rows.
 */
export function missingOfPage(
  table: Table,
  { filter, sort, restriction }: RowsFilter & Pick<CollectionQuery, 'sort'>,
): readonly string[] {
  if (restriction !== undefined) return restriction.missingIndexes(filter);
  const { ways, elsewhere } = needsOfFilter(table, filter);
  const isOrdered = sort.length > 0 && sort.at(0)?.field !== 'id';
  const own = isOrdered ? missingOfOrder(table, sort, ways) : missingOfWays(ways);
  return [...new Set([...own, ...elsewhere])];
}
