import { keyOrderOf } from '@linkage/core/internal';
import { stepsOf } from '@linkage/core/records';
import type { CollectionQuery, SourceSortField } from '@linkage/server';
import { writtenName } from '../dialects/written-name.ts';
import { keyNames } from '../mapping/key.ts';
import { beginsIndex, servesOrder } from '../mapping/known-indexes.ts';
import { isUnique, type KnownTable, storedColumnName } from '../mapping/known-table.ts';
import type { Table } from '../mapping/table.ts';
import type { RowsFilter } from './filtered-rows.ts';
import { constantsOf, indexedTable, indexOf, indexOfColumns, storedNames, type Way } from './index-ways.ts';
import { missingOfWays, needsOfFilter } from './needed-indexes.ts';
import { orderPartsOf } from './order-parts.ts';

// Which indexes a statement lacks, by what the database schema says. The table of indexes in `docs/databases.md` says the same to readers.

type Ordered = RowsFilter & Pick<CollectionQuery, 'sort'>;

/** Returns the columns of an order that stand in the table itself. */
function orderedColumns(table: Table, known: KnownTable, sort: readonly SourceSortField[]) {
  const isOwn = ({ field }: SourceSortField): boolean => table.columns.get(field)?.name !== undefined;
  const end = sort.findIndex((key) => !isOwn(key));
  const own = end === -1 ? sort : sort.slice(0, end);
  return own.map(({ field, descending }) => {
    const { name, nullable } = table.columns.get(field) as { readonly name: string; readonly nullable: boolean };
    const order = keyOrderOf(descending, table.type.attributes.get(field)?.nulls);
    return { name: storedColumnName(known, name), nullable, ...order };
  });
}

/** Returns the indexes that an order by an attribute of a related resource lacks, where indexes can have it. */
function missingOfPath(table: Table, given: Ordered): readonly string[] {
  const { relationships, name } = stepsOf(given.sort.at(0)?.field ?? '');
  if (relationships.length === 0 || orderPartsOf(table, given) === undefined) return [];
  const keys: string[] = [];
  let end = table;
  for (const relationship of relationships) {
    const storage = end.storages.get(relationship);
    const known = indexedTable(end, end.name);
    if (storage?.kind !== 'column' || storage.target === undefined) return [];
    const constants = known === undefined ? [] : constantsOf(end, known);
    if (known !== undefined && !beginsIndex(known, storedNames(known, storage.columns), constants))
      keys.unshift(
        indexOfColumns(end, known, storedNames(known, [...constants, ...storage.columns, ...keyNames(end)])),
      );
    end = storage.target;
  }
  const known = indexedTable(end, end.name);
  const column = end.columns.get(name)?.name;
  const stored = known === undefined || column === undefined ? undefined : storedColumnName(known, column);
  if (known === undefined || stored === undefined) return keys;
  const constants = constantsOf(end, known);
  return servesOrder(known, [stored], new Set(constants))
    ? keys
    : [indexOfColumns(end, known, [...constants, stored]), ...keys];
}

/** Returns the indexes that an order lacks. */
function missingOfOrder(table: Table, given: Ordered, ways: readonly Way[]): readonly string[] {
  const { sort } = given;
  const known = indexedTable(table, table.name);
  if (known === undefined) return [];
  const columns = ways.flatMap((way) => (way.isEqual ? way.columns : []));
  const equal = [...new Set([...constantsOf(table, known), ...columns])];
  // At most one row matches.
  if (isUnique(known, equal, false)) return [];
  const ordered = orderedColumns(table, known, sort);
  if (ordered.length === 0) return missingOfPath(table, given);
  const names = ordered.map(({ name }) => name);
  if (servesOrder(known, names, new Set(equal))) return [];
  const [{ descending: isReverse } = { descending: false }] = ordered;
  const { nullIs, hasNullsClause } = table.dialect;
  const nameOf = (name: string): string => writtenName(table.dialect, name);
  const isNative = ({ nullable, descending, nullsLast }: (typeof ordered)[number]): boolean =>
    !nullable || nullsLast === (descending === (nullIs === 'least'));
  // Without the clause, no index has the order.
  if (!hasNullsClause && !ordered.every(isNative)) return [];
  const written = ordered.map((key) => {
    const { name, descending, nullsLast } = key;
    const isDown = descending !== isReverse;
    // SQLite reads an index in both ways.
    const nulls = isNative(key) || nullIs === 'least' ? '' : ` nulls ${nullsLast !== isReverse ? 'last' : 'first'}`;
    return `${nameOf(name)}${isDown ? ' desc' : ''}${nulls}`;
  });
  const last = ordered.at(-1)?.descending === isReverse ? '' : ' desc';
  const key = storedNames(known, keyNames(table)).filter((name) => !names.includes(name));
  const rest = equal.filter((name) => !names.includes(name));
  return [indexOf(table, known, [...rest.map(nameOf), ...written, ...key.map((name) => nameOf(name) + last)])];
}

/**
 * Returns the indexes that a statement lacks that reads rows of a table in an order: without them, the database reads all rows, or sorts
 * them. An order needs its own index, because a filter can match most rows.
 */
export function missingOfPage(table: Table, given: Ordered): readonly string[] {
  const { filter, sort, restriction } = given;
  if (restriction !== undefined) return restriction.missingIndexes(filter);
  const { ways, elsewhere } = needsOfFilter(table, filter);
  const isOrdered = sort.length > 0 && sort.at(0)?.field !== 'id';
  const own = isOrdered ? missingOfOrder(table, given, ways) : missingOfWays(ways);
  return [...new Set([...own, ...elsewhere])];
}
