import { type Awaitable, andThen, oncePer } from '@linkage/core/internal';
import type { CollectionQuery, Selection, SourcePage } from '@linkage/server';
import { noteMissingIndexes } from '../dialects/reported-statements.ts';
import { hasParts, idOfKey, type Key, keyNames } from '../mapping/key.ts';
import type { Table } from '../mapping/table.ts';
import { orderByAll, whereAll } from '../statements/condition.ts';
import { prepareConditions } from '../statements/conditions.ts';
import { type KeptStatement, keptStatement } from '../statements/kept-statements.ts';
import { keyAt } from '../statements/key-columns.ts';
import { prepareKeys } from '../statements/keys-condition.ts';
import { prepareOrder } from '../statements/order-keys.ts';
import { rowFilterOf } from '../statements/row-filter.ts';
import {
  expressionsOf,
  MEMBER,
  recordsOf,
  type SelectedColumns,
  type SourceRow,
  selectedColumns,
} from '../statements/selected-columns.ts';
import { isShared, selectionShape, slotFor, sortShape, startShape } from '../statements/shape.ts';
import { canOverlap, executeKept, lockedFor, type Run } from './execute-read.ts';
import { estimateTotal, prepareRows, type Restriction, selectTotal, TOTAL, totalOf } from './filtered-rows.ts';
import { isKeyset, selectKeysetPage } from './keyset-page.ts';
import { missingOfPage } from './missing-indexes.ts';
import { orderedRows } from './ordered-rows.ts';
import { preparePageRows } from './page-rows.ts';

/** A statement, and its values. */
type Prepared = readonly [kept: KeptStatement<SelectedColumns>, values: readonly unknown[]];

/** Returns the statement that reads a page of a table. */
function pageStatement(run: Run, table: Table, query: CollectionQuery, restriction: Restriction | undefined): Prepared {
  const { filter, sort, page, selection } = query;
  const shape = startShape(run.executor, `page;${selectionShape(selection)};${sortShape(sort)}`);
  const order = prepareOrder(shape, table, sort);
  const given = { filter, sort, restriction, selection };
  const lock = run.lock !== undefined && canOverlap(run.executor) ? run.lock : undefined;
  shape.text += `;${lock}`;
  const pageRows = preparePageRows(shape, { ...run, lock }, table, given, page);
  const limit = slotFor(shape, page.limit) as number;
  if (query.total) shape.text += ';total';
  const counted = query.total ? prepareRows(shape, run, table, given) : undefined;
  const build = () => {
    const columns = selectedColumns(table, selection);
    const keys = order();
    const { rows, offset } = pageRows({ keys, bounds: () => [] });
    let statement = orderedRows(rows, expressionsOf(columns, { name: MEMBER }), table, keys).limit(limit);
    if (offset !== undefined) statement = statement.offset(offset as number);
    if (lock !== undefined) statement = lockedFor(statement, table, lock, MEMBER);
    return { columns, statement: counted === undefined ? statement : statement.select(totalOf(counted())) };
  };
  const kept = keptStatement(table, shape, build);
  noteMissingIndexes(run.executor.getExecutor().adapter, kept.compiled, () => missingOfPage(table, given));
  return [kept, shape.values];
}

/** The statements that read pages, with their values, by the queries that several requests have. */
const statementsOfPages = oncePer((_: Table) => new WeakMap<CollectionQuery, Prepared>());

/** Reads a page of a table: one statement, also with the total, and another one for the total of an empty page behind the first. */
export function selectPage(
  run: Run,
  table: Table,
  query: CollectionQuery,
  restriction?: Restriction,
): Awaitable<SourcePage<SourceRow>> {
  if (isKeyset(query.page)) return selectKeysetPage(run, table, query, restriction);
  const isRepeated = Object.isFrozen(query) && restriction === undefined && run.lock === undefined;
  const known = isRepeated ? statementsOfPages(table).get(query) : undefined;
  const prepared = known ?? pageStatement(run, table, query, restriction);
  const [kept, values] = prepared;
  if (isRepeated && known === undefined && kept.isKept) statementsOfPages(table).set(query, prepared);
  const { filter, sort, page } = query;
  const given = { filter, sort, restriction };
  return andThen(executeKept(run, table, kept, values), ({ rows }): Awaitable<SourcePage<SourceRow>> => {
    const records = recordsOf(kept.columns, rows);
    if (query.estimatedTotal === true)
      return andThen(estimateTotal(run, table, given), (bestGuess) => ({ records, estimatedTotal: { bestGuess } }));
    if (!query.total) return { records };
    const first = rows.at(0);
    if (first !== undefined) return { records, total: Number(first[TOTAL]) };
    // No row contains the total of an empty page. The first page is empty only if there are no rows.
    if (page.offset === 0 && page.limit > 0) return { records, total: 0 };
    // Rows that were added after the page was read are not part of its total.
    const ofPage = (total: number): number => (page.limit > 0 ? Math.min(total, page.offset) : total);
    return andThen(selectTotal(run, table, given), (total) => ({ records, total: ofPage(total) }));
  });
}

/** The statements that read the row of one key, with the values of their conditions, by the selections and conditions that requests share. */
const statementsOfOne = oncePer((_: Table) => oncePer((_: object) => new WeakMap<Selection, Prepared>()));
const none = Object.freeze([]);

/** Reads the rows of some keys by one statement. */
function recordsOfKeys(
  run: Run,
  table: Table,
  keys: readonly Key[],
  selection: Selection,
): Awaitable<readonly SourceRow[]> {
  const { conditions = none } = run;
  const isOne = keys.length === 1 && run.lock === undefined && Object.isFrozen(conditions) && isShared(selection);
  const known = isOne ? statementsOfOne(table)(conditions).get(selection) : undefined;
  if (known !== undefined) {
    const [key] = keys as readonly [Key];
    return recordsOfKept(run, table, known[0], [...(hasParts(key) ? key : keys), ...known[1]]);
  }
  const [kept, values] = statementOfKeys(run, table, keys, selection);
  const tail = values.slice(table.key.length);
  if (isOne && kept.isKept) statementsOfOne(table)(conditions).set(selection, [kept, tail]);
  return recordsOfKept(run, table, kept, values);
}

function recordsOfKept(
  run: Run,
  table: Table,
  kept: KeptStatement<SelectedColumns>,
  values: readonly unknown[],
): Awaitable<readonly SourceRow[]> {
  return andThen(executeKept(run, table, kept, values), ({ rows }) => recordsOf(kept.columns, rows));
}

/** Returns the statement that reads the rows of some keys, and its values. */
function statementOfKeys(
  { executor, conditions = [], ...run }: Run,
  table: Table,
  keys: readonly Key[],
  selection: Selection,
): Prepared {
  const lock = run.lock !== undefined && canOverlap(executor) ? run.lock : undefined;
  const shape = startShape(executor, `keys;${selectionShape(selection)};${lock}`);
  const hasKey = prepareKeys(shape, table.dialect, keys);
  const isReadable = prepareConditions(shape, table, conditions);
  const kept = keptStatement(table, shape, () => {
    const selected = selectedColumns(table, selection);
    const byKeys = executor
      .selectFrom(`${table.name} as ${MEMBER}`)
      .select(expressionsOf(selected, { name: MEMBER }))
      .where(hasKey(keyAt(MEMBER, keyNames(table))));
    const statement = whereAll(byKeys, [...rowFilterOf(table, MEMBER), ...isReadable()]);
    if (lock === undefined) return { columns: selected, statement };
    // Transactions that lock several rows in one order do not wait for each other.
    const ordered = orderByAll(statement, keyAt(MEMBER, keyNames(table)).columns);
    return { columns: selected, statement: lockedFor(ordered, table, lock) };
  });
  return [kept, shape.values];
}

/** The maximum number of rows of several columns that one statement compares: a database plans each of them. */
export const MAX_ROWS = 500;

/** Returns the number of keys of one statement. */
export function maxKeysOf({ key, dialect }: Table): number {
  return key.length === 1 ? dialect.maxKeys : MAX_ROWS;
}

/** Reads the records with some ids that match the conditions: one statement for each few thousand ids. */
export function selectByKeys(
  run: Run,
  table: Table,
  keys: readonly Key[],
  selection: Selection,
): Awaitable<readonly SourceRow[]> {
  let isExact = true;
  for (const codec of table.codecs) isExact &&= codec.isExact;
  const maxKeys = maxKeysOf(table);
  if (isExact && keys.length > 0 && keys.length <= maxKeys) return recordsOfKeys(run, table, keys, selection);
  const readFrom = (start: number, before: readonly SourceRow[]): Awaitable<readonly SourceRow[]> => {
    if (start >= keys.length) return before;
    const some = recordsOfKeys(run, table, keys.slice(start, start + maxKeys), selection);
    return andThen(some, (records) => readFrom(start + maxKeys, start === 0 ? records : [...before, ...records]));
  };
  return andThen(readFrom(0, []), (records) => {
    if (isExact) return records;
    // Some collations find "a" by "A", and a number has many strings, but a resource must not have two URLs.
    const wanted = new Set(keys.map((key) => idOfKey(table, key)));
    return records.filter(({ id }) => wanted.has(String(id)));
  });
}
