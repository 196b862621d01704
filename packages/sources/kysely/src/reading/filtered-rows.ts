import { type Awaitable, andThen } from '@linkage/core/internal';
import { type ConditionFold, foldCondition } from '@linkage/core/records';
import type { CollectionQuery } from '@linkage/server';
import { type AliasedExpression, type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { AnyDatabase, Table } from '../mapping/table.ts';
import { whereAll } from '../statements/condition.ts';
import { prepareConditions } from '../statements/conditions.ts';
import { prepareJoinedFilter } from '../statements/joined-filter.ts';
import { rowFilterOf } from '../statements/row-filter.ts';
import { MEMBER } from '../statements/selected-columns.ts';
import { type Shape, startShape } from '../statements/shape.ts';
import { joinCondition, type SortJoin } from '../statements/sort-key.ts';
import type { Executor } from '../statements/transaction.ts';
import { type Run, readRows } from './execute-read.ts';
import { missingOfFilter, relatedTable } from './needed-indexes.ts';

/** A query of rows without a selection. */
export type RowsQuery = SelectQueryBuilder<AnyDatabase, typeof MEMBER, object>;

/** Returns the query of all rows of a table that are resources of its type. */
function allRows(executor: Executor, table: Table): RowsQuery {
  const rows: RowsQuery = executor.selectFrom(`${table.name} as ${MEMBER}`);
  return whereAll(rows, rowFilterOf(table, MEMBER));
}

/** A condition on the rows of a collection besides its filter, such as that they are members of a resource. */
export interface Restriction {
  /** Adds the condition to a shape. Returns a function that builds the condition. */
  readonly prepare: (shape: Shape) => () => Expression<SqlBool>;
  /** Returns the indexes that a statement with the condition lacks. */
  readonly missingIndexes: (filter: CollectionQuery['filter']) => readonly string[];
}

/** The rows of a collection. */
export interface RowsFilter {
  readonly filter: CollectionQuery['filter'];
  /** A condition besides the filter. */
  readonly restriction: Restriction | undefined;
  /** See `Place`. */
  readonly readsArrays?: boolean | undefined;
}

const noAliases: ReadonlySet<string> = new Set();

/**
 * Adds a filter to a shape. Returns a function that builds the query of the rows that match the filter, and joins the tables of an order
 * first.
 *
 * @param shared The aliases of the order that find a row.
 */
export function prepareRows(
  shape: Shape,
  { executor, lock }: Run,
  table: Table,
  { filter, restriction, readsArrays }: RowsFilter,
  shared: ReadonlySet<string> = noAliases,
): (joined?: (rows: RowsQuery) => RowsQuery) => RowsQuery {
  const restricted = restriction?.prepare(shape);
  // A lock must not reach the rows of other tables.
  const own = lock === undefined ? undefined : prepareConditions(shape, table, filter);
  const prepared = own ?? prepareJoinedFilter(shape, table, filter, shared, readsArrays);
  return (joined = (rows) => rows) => {
    const built = prepared();
    const { joins, conditions } = 'joins' in built ? built : { joins: [], conditions: built };
    const rows = joins.reduce(
      (from, by) => joinRows(from, by, 'inner', joinCondition(by)),
      joined(allRows(executor, table)),
    );
    return whereAll(rows, restricted === undefined ? conditions : [restricted(), ...conditions]);
  };
}

/** Joins a table to rows. */
export function joinRows(
  rows: RowsQuery,
  { target, alias }: SortJoin,
  kind: 'inner' | 'left',
  condition: Expression<SqlBool>,
): RowsQuery {
  const table = `${target.name} as ${alias}` as const;
  const joined =
    kind === 'inner'
      ? rows.innerJoin(table, (join) => join.on(condition))
      : rows.leftJoin(table, (join) => join.on(condition));
  return joined as unknown as RowsQuery;
}

/** The column with the number of all rows. */
export const TOTAL = 'total';

/** Selects the number of the rows of a query beside each row of a page, so that both are of one snapshot. */
export function totalOf(rows: RowsQuery): AliasedExpression<unknown, typeof TOTAL> {
  return rows.select((eb) => eb.fn.countAll().as(TOTAL)).as(TOTAL);
}

const hasRowFilter = (table: Table | undefined): boolean => table?.rowFilter !== undefined;

/** Whether a condition looks at a table some of whose rows are not resources. */
const readsRowFilter: ConditionFold<Table, boolean> = {
  follow: relatedTable,
  any: (_, __, to, inner) => inner || hasRowFilter(to),
  compare: ({ storages }, { field }) => hasRowFilter(storages.get(field)?.target),
  and: (all) => all.includes(true),
  or: (all) => all.includes(true),
  not: (inner) => inner,
};

/**
 * Estimates the number of rows that match a filter, by the statistics of the database. Counts where they do not tell it, and where the mapping
 * hides rows, such as those of other tenants: the statistics are about hidden rows as well.
 */
export function estimateTotal(run: Run, table: Table, given: RowsFilter): Awaitable<number> {
  const { estimate } = table.dialect;
  const hidesRows = hasRowFilter(table) || given.filter.some((it) => foldCondition(it, table, readsRowFilter));
  if (estimate === undefined || hidesRows) return selectTotal(run, table, given);
  const shape = startShape(run.executor, 'estimate;');
  const rows = prepareRows(shape, run, table, given);
  const read = readRows(run, table, shape, () => {
    const explained = estimate.explain(rows().select(sql.lit(1).as('row')));
    return { statement: { compile: () => explained.compile(run.executor) }, columns: undefined };
  });
  return andThen(read, ({ rows: found }) => {
    const [plan] = Object.values(found.at(0) ?? {});
    // Some drivers return JSON as a string.
    return estimate.rowsOf(typeof plan === 'string' ? JSON.parse(plan) : plan) ?? selectTotal(run, table, given);
  });
}

/** Reads the number of rows that match a filter. A join of the order never changes the number, so the count does not require it. */
export function selectTotal(run: Run, table: Table, given: RowsFilter): Awaitable<number> {
  const shape = startShape(run.executor, 'total;');
  const rows = prepareRows(shape, run, table, given);
  const count = () => ({ statement: rows().select((eb) => eb.fn.countAll().as(TOTAL)), columns: undefined });
  const { filter, restriction } = given;
  const lacking = () => restriction?.missingIndexes(filter) ?? missingOfFilter(table, filter);
  const read = readRows(run, table, shape, count, lacking);
  return andThen(read, ({ rows: counted }) => Number(counted.at(0)?.[TOTAL] ?? 0));
}
