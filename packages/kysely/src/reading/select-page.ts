import type { CollectionQuery, SourcePage } from '@linkage/server';
import { idOfKey, type Key, keyNames } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import { keyAt } from '../statements/key-columns.ts';
import { prepareKeys } from '../statements/keys-condition.ts';
import { prepareConditions } from '../statements/prepare-conditions.ts';
import { scopeOf } from '../statements/scope.ts';
import {
  expressionsOf,
  MEMBER,
  recordsOf,
  type SelectedColumns,
  type SourceRow,
  selectedColumns,
} from '../statements/selected-columns.ts';
import { selectionShape, slotFor, sortShape, startShape } from '../statements/shape.ts';
import { joinCondition, joinsOf, sortKeyOf } from '../statements/sort-key.ts';
import type { Executor } from '../statements/transaction.ts';
import { type Run, readRows } from './execute-read.ts';
import { prepareRows, type Restriction, type RowsQuery, selectTotal, TOTAL, totalOf } from './filtered-rows.ts';
import { isKeyset, selectKeysetPage } from './keyset-page.ts';

/** Adds the order, the limit, and the offset of a page to its rows. */
function pageOf(
  rows: RowsQuery,
  table: Table,
  { sort }: CollectionQuery,
  columns: SelectedColumns,
  { limit, offset, isLocked }: { readonly limit: unknown; readonly offset: unknown; readonly isLocked: boolean },
) {
  const keys = sort.map(({ field, descending }) => ({ ...sortKeyOf(table, field), descending }));
  let page = rows.select(expressionsOf(columns, { name: MEMBER }));
  for (const by of joinsOf(keys)) {
    page = page.leftJoin(`${by.target.name} as ${by.alias}`, (join) => join.on(joinCondition(by)));
  }
  for (const { columns, nullable, descending } of keys) {
    for (const column of columns) {
      page = page.orderBy(column, (by) => {
        const ordered = descending ? by.desc() : by.asc();
        // NULL is less than every value. An ordinary index has the order of NULL of its database.
        if (!nullable || table.dialect.nullIs === 'least') return ordered;
        return descending ? ordered.nullsLast() : ordered.nullsFirst();
      });
    }
  }
  // Without the id, records with equal sort values could occur on two pages or on no page.
  for (const column of keyAt(MEMBER, keyNames(table)).columns) page = page.orderBy(column); // sabotage: pages-equal-sort-values-overlap
  page = page.limit(limit as number);
  if (isLocked) page = page.forUpdate();
  return offset === undefined ? page : page.offset(offset as number);
}

/** How to read rows, and whether they are about to be changed. */
type LockingRun = Run & { readonly isLocking: boolean | undefined };

/** Whether two transactions can run at the same time. If not, as in SQLite, rows do not have to be locked. */
export function canOverlap(executor: Executor): boolean {
  return executor.isTransaction && executor.getExecutor().adapter.supportsMultipleConnections !== false;
}

/** Reads a page of a table: one statement, also with the total, and another one for the total of an empty page behind the first. */
export async function selectPage(
  run: LockingRun,
  table: Table,
  query: CollectionQuery,
  restriction?: Restriction,
): Promise<SourcePage<SourceRow>> {
  if (isKeyset(query.page)) return selectKeysetPage(run, table, query, restriction);
  const { filter, sort, page, selection } = query;
  const shape = startShape(run.executor, `page;${selectionShape(selection)};${sortShape(sort)}`);
  const rows = prepareRows(shape, run, table, { filter, restriction });
  const isLocked = run.isLocking === true && canOverlap(run.executor);
  shape.text += `;${page.offset > 0 ? 'offset' : ''};${isLocked}`;
  const bounds = {
    limit: slotFor(shape, page.limit),
    offset: page.offset > 0 ? slotFor(shape, page.offset) : undefined,
    isLocked,
  };
  if (query.total) shape.text += ';total';
  const found = await readRows(run, table, shape, () => {
    const columns = selectedColumns(table, selection);
    const statement = pageOf(rows(), table, query, columns, bounds);
    return { columns, statement: query.total ? statement.select(totalOf(rows())) : statement };
  });
  const records = recordsOf(found.columns, found.rows);
  if (!query.total) return { records };
  const first = found.rows.at(0);
  if (first !== undefined) return { records, total: Number(first[TOTAL]) };
  // No row contains the total of an empty page. The first page is empty only if there are no rows.
  if (page.offset === 0 && page.limit > 0) return { records, total: 0 };
  const total = await selectTotal(run, table, { filter, restriction });
  // Rows that were added after the page was read are not part of its total.
  return { records, total: page.limit > 0 ? Math.min(total, page.offset) : total };
}

/** Reads the rows of some keys by one statement. */
async function recordsOfKeys(
  run: LockingRun,
  table: Table,
  keys: readonly Key[],
  selection: CollectionQuery['selection'],
): Promise<readonly SourceRow[]> {
  const { executor, conditions = [], isLocking } = run;
  const isLocked = isLocking === true && canOverlap(executor);
  const shape = startShape(executor, `keys;${selectionShape(selection)};${isLocked}`);
  const hasKey = prepareKeys(shape, table.dialect, keys);
  const isReadable = prepareConditions(shape, table, conditions);
  const { rows, columns } = await readRows(run, table, shape, () => {
    const selected = selectedColumns(table, selection);
    const byKeys = executor
      .selectFrom(`${table.name} as ${MEMBER}`)
      .select(expressionsOf(selected, { name: MEMBER }))
      .where(hasKey(keyAt(MEMBER, keyNames(table))));
    const statement = [...scopeOf(table, MEMBER), ...isReadable()].reduce(
      (query, condition) => query.where(condition),
      byKeys,
    );
    if (!isLocked) return { columns: selected, statement };
    // Transactions that lock several rows in one order do not wait for each other.
    const ordered = keyAt(MEMBER, keyNames(table)).columns.reduce((rows, column) => rows.orderBy(column), statement);
    return { columns: selected, statement: ordered.forUpdate() };
  });
  return recordsOf(columns, rows);
}

/** The maximum number of rows of several columns that one statement compares: a database plans each of them. */
export const MAX_ROWS = 500;

/** Returns the number of keys of one statement. */
export function maxKeysOf({ key, dialect }: Table): number {
  return key.length === 1 ? dialect.maxKeys : MAX_ROWS;
}

/** Reads the records with some ids that match the conditions: one statement for each few thousand ids. */
export async function selectByKeys(
  run: LockingRun,
  table: Table,
  keys: readonly Key[],
  selection: CollectionQuery['selection'],
): Promise<readonly SourceRow[]> {
  const isExact = table.codecs.every((codec) => codec.isExact);
  const maxKeys = maxKeysOf(table);
  if (keys.length > 0 && keys.length <= maxKeys && isExact) return recordsOfKeys(run, table, keys, selection);
  const records: SourceRow[] = [];
  for (let start = 0; start < keys.length; start += maxKeys) {
    const some = await recordsOfKeys(run, table, keys.slice(start, start + maxKeys), selection);
    for (const record of some) records.push(record);
  }
  if (isExact) return records;
  // Some collations find "a" by "A", and a number has many texts, but a resource must not have two URLs.
  const wanted = new Set(keys.map((key) => idOfKey(table, key)));
  return records.filter(({ id }) => wanted.has(String(id)));
}
