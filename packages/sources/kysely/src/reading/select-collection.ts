import { type Awaitable, andThen, orElse } from '@linkage/core/internal';
import type { AggregateGroup, AggregateQuery, CollectionQuery, SourcePage } from '@linkage/server';
import { type RawBuilder, sql } from 'kysely';
import { columnOf, type Table } from '../mapping/table.ts';
import { MEMBER, type Row, type SourceRow } from '../statements/selected-columns.ts';
import { slotFor, startShape } from '../statements/shape.ts';
import {
  aggregatedValue,
  canAdd,
  groupKey,
  NOT_STORED,
  type Selected,
  selectedCheck,
  selectedExtreme,
  selectedSum,
} from './aggregate-values.ts';
import { type RowsRead, type Run, readRows } from './execute-read.ts';
import { prepareRows } from './filtered-rows.ts';
import { selectPage } from './select-page.ts';

type Sql = RawBuilder<unknown>;

/** The alias of the rows that are aggregated. */
const ROWS = 'aggregated';

/**
 * Counts and adds the rows that match a filter, by groups of equal values, with one statement. Returns undefined if the database cannot do this with a
 * column.
 */
function selectAggregates(
  run: Run,
  table: Table,
  { filter, aggregates }: Pick<CollectionQuery, 'filter' | 'aggregates'>,
): Awaitable<readonly AggregateGroup[] | undefined> {
  const { groupBy, sum, min, max, atMost } = aggregates as AggregateQuery;
  if (!sum.every((name) => canAdd(columnOf(table, name)))) return undefined;
  const keys = groupBy.flatMap((key) => groupKey(table, key) ?? []);
  if (keys.length < groupBy.length) return undefined;
  const shape = startShape(
    run.executor,
    `aggregates;${JSON.stringify([groupBy.map(({ name, part }) => [name, part?.timeZone]), sum, min, max])};`,
  );
  const rows = prepareRows(shape, run, table, { filter, restriction: undefined });
  const limit = slotFor(shape, atMost) as number;
  const names = [...new Set([...sum, ...min, ...max])];
  // Numbered aliases: a field name can be too long for a database.
  const columnFor = (name: string): Sql => sql`${sql.ref(`${ROWS}.v${names.indexOf(name)}`)}`;
  const keyAt = (index: number): Sql => sql`${sql.ref(`${ROWS}.k${index}`)}`;
  const groups = keys.map(({ selected }, index) => selected(`g${index}`, keyAt(index)));
  const sums = sum.map((name, index) => selectedSum(table, name, `s${index}`, columnFor(name)));
  const checks = sum.flatMap((name, index) => selectedCheck(table, name, `c${index}`, columnFor(name)) ?? []);
  const least = min.map((name, index) => selectedExtreme(table, name, `l${index}`, columnFor(name), 'min'));
  const greatest = max.map((name, index) => selectedExtreme(table, name, `m${index}`, columnFor(name), 'max'));
  const build = () => {
    const values = names.map((name, index) => aggregatedValue(table, name, MEMBER).as(`v${index}`));
    const all = [...keys.map(({ value }, index) => value.as(`k${index}`)), ...values];
    // Without a value, there are still rows to count.
    const inner = rows().select(all.length === 0 ? [sql`1`.as('v0')] : all);
    const grouping = keys.map((_, index) => keyAt(index));
    const selected = [...groups, ...sums, ...checks, ...least, ...greatest].map(
      ({ alias, expression }) => sql`${expression} as ${sql.id(alias)}`,
    );
    const list = sql.join([sql`count(*) as ${sql.id('n')}`, ...selected]);
    const grouped =
      keys.length === 0
        ? sql``
        : sql` group by ${sql.join(grouping)} order by ${sql.join(grouping.flatMap((key) => [sql`(${key} is null) desc`, key]))}`;
    const statement = sql`select ${list} from (${inner}) as ${sql.id(ROWS)}${grouped} limit ${limit}`;
    return { statement: { compile: () => statement.compile(run.executor) }, columns: undefined };
  };
  const part = (of: readonly string[], selected: readonly Selected[], row: Row) =>
    Object.fromEntries(of.map((name, index) => [name, readValue(selected[index] as Selected, row)]));
  return andThen(
    orElse<RowsRead<undefined> | undefined>(() => readRows(run, table, shape, build), orUnavailable),
    (read) => {
      if (read?.rows.every((row) => checks.every((check) => readValue(check, row) === true)) !== true) return undefined;
      const groupsFound = read.rows.map((row) => ({
        by: part(
          groupBy.map(({ name }) => name),
          groups,
          row,
        ),
        count: Number(row['n']),
        sum: part(sum, sums, row) as AggregateGroup['sum'],
        min: part(min, least, row),
        max: part(max, greatest, row),
      }));
      const sumsFound = groupsFound.flatMap((group) => Object.values<unknown>(group.sum));
      return sumsFound.includes(NOT_STORED) ? undefined : groupsFound;
    },
  );
}

/** The codes of drivers for a sum that is too large, and for a type that a function does not take, or that groups cannot compare. */
const unavailable: ReadonlySet<unknown> = new Set(['22003', '42883', 4078, 4079]);

/** Returns undefined for an aggregate that the database cannot compute: every request for it would fail, and the client can ask for others. */
function orUnavailable(error: unknown): undefined {
  const { code, sqlState, errno } = Object(error) as Readonly<Record<string, unknown>>;
  if (![code, sqlState, errno].some((it) => unavailable.has(it))) throw error;
}

function readValue({ alias, decode }: Selected, row: Row): unknown {
  return decode(row[alias]);
}

/** Reads a page of a table, and what the query aggregates of all rows that match its filter. */
export function selectCollection(run: Run, table: Table, query: CollectionQuery): Awaitable<SourcePage<SourceRow>> {
  const found = selectPage(run, table, query);
  if (query.aggregates === undefined) return found;
  return andThen(found, (page) =>
    andThen(selectAggregates(run, table, query), (aggregates) => ({ ...page, aggregates })),
  );
}
