import type { AggregateGroup, AggregateQuery, CollectionQuery, SourcePage } from '@linkage/server';
import { type RawBuilder, sql } from 'kysely';
import { type Column, columnIn, columnOf, type Table } from '../mapping/table.ts';
import { MEMBER, type Row, type SourceRow } from '../statements/selected-columns.ts';
import { slotFor, startShape } from '../statements/shape.ts';
import { type Run, readRows } from './execute-read.ts';
import { prepareRows } from './filtered-rows.ts';
import { selectPage } from './select-page.ts';

type Sql = RawBuilder<unknown>;

/** The alias of the rows that are aggregated. */
const ROWS = 'aggregated';

/** Stands for a sum that is not one of the values of records. */
const NOT_STORED: unique symbol = Symbol('not stored');

/** One selected value: its alias, its expression over the rows, and its value in the result. */
interface Selected {
  readonly alias: string;
  readonly expression: Sql;
  readonly decode: (stored: unknown) => unknown;
}

/** Selects a value as records contain it. */
function selectedValue(table: Table, name: string, alias: string, value: Sql): Selected {
  const { codec, decode } = columnOf(table, name);
  const expression = codec.read === undefined ? value : codec.read(value);
  return { alias, expression, decode: (stored) => (stored === null || stored === undefined ? null : decode(stored)) };
}

/**
 * Adds numbers in SQLite, whose `sum` fails beyond 64 bits, so one large value would fail every request: integers by their halves, as a
 * text with both sums, and others as floating-point numbers.
 */
function sumInHalves(column: Sql): Sql {
  const number = sql`cast(${column} as numeric)`;
  return sql`case when count(${column}) = 0 then null when max(typeof(${number}) = 'real') then total(${number}) else sum(${number} >> 32) || ',' || sum(${number} & 4294967295) end`;
}

/** Returns the sum of the halves of integers, or another sum as it is. */
function sumOfHalves(stored: unknown): unknown {
  const [, high, low] = typeof stored === 'string' ? (/^(-?\d+),(\d+)$/.exec(stored) ?? []) : [];
  return high === undefined || low === undefined ? stored : String((BigInt(high) << 32n) + BigInt(low));
}

/** Whether a column stores numbers as records contain them. Otherwise, a sum of what it stores is not the sum of the values. */
function isStoredAsNumber({ decode }: Pick<Column, 'decode'>, sum: unknown): boolean {
  try {
    const value = decode(sum);
    return typeof value !== 'boolean' && Number(value) === Number(sum);
  } catch {
    return false;
  }
}

/** Selects a sum. Its value is `NOT_STORED` if the column stores something else than the numbers of records. */
function sumOf(table: Table, name: string, alias: string, column: Sql): Selected {
  const isSqlite = table.dialect.name === 'sqlite';
  const decode = (stored: unknown): unknown => {
    const sum = isSqlite ? sumOfHalves(stored) : stored;
    if (sum === null || sum === undefined) return null;
    return isStoredAsNumber(columnOf(table, name), sum) ? sum : NOT_STORED;
  };
  return { alias, expression: isSqlite ? sumInHalves(column) : sql`sum(${column})`, decode };
}

/**
 * Counts and adds the rows that match a filter, by groups of equal values, with one statement. Returns undefined if a column cannot be added.
 */
async function selectAggregates(
  run: Run,
  table: Table,
  { filter, aggregates }: Pick<CollectionQuery, 'filter' | 'aggregates'>,
): Promise<readonly AggregateGroup[] | undefined> {
  const { groupBy, sum, min, max, atMost } = aggregates as AggregateQuery;
  const shape = startShape(run.executor, `aggregates;${JSON.stringify([groupBy, sum, min, max])};`);
  const rows = prepareRows(shape, run, table, { filter, restriction: undefined });
  const limit = slotFor(shape, atMost) as number;
  const names = [...new Set([...groupBy, ...sum, ...min, ...max])];
  // Numbered aliases: a field name can be too long for a database.
  const columnFor = (name: string): Sql => sql`${sql.ref(`${ROWS}.v${names.indexOf(name)}`)}`;
  const groups = groupBy.map((name, index) => selectedValue(table, name, `g${index}`, columnFor(name)));
  const sums = sum.map((name, index) => sumOf(table, name, `s${index}`, columnFor(name)));
  const least = min.map((name, index) => selectedValue(table, name, `l${index}`, sql`min(${columnFor(name)})`));
  const greatest = max.map((name, index) => selectedValue(table, name, `m${index}`, sql`max(${columnFor(name)})`));
  const build = () => {
    const values = names.map((name) => sql`${columnIn(columnOf(table, name), MEMBER)}`);
    // Without a value, there are still rows to count.
    const inner = rows().select((values.length === 0 ? [sql`1`] : values).map((it, index) => it.as(`v${index}`)));
    const keys = groupBy.map(columnFor);
    const selected = [...groups, ...sums, ...least, ...greatest].map(
      ({ alias, expression }) => sql`${expression} as ${sql.id(alias)}`,
    );
    const list = sql.join([sql`count(*) as ${sql.id('n')}`, ...selected]);
    const grouped =
      keys.length === 0
        ? sql``
        : sql` group by ${sql.join(keys)} order by ${sql.join(keys.flatMap((key) => [sql`(${key} is null) desc`, key]))}`;
    const statement = sql`select ${list} from (${inner}) as ${sql.id(ROWS)}${grouped} limit ${limit}`;
    return { statement: { compile: () => statement.compile(run.executor) }, columns: undefined };
  };
  const read = await readRows(run, table, shape, build).catch(orTooLarge);
  if (read === undefined) return undefined;
  const { rows: found } = read;
  const part = (of: readonly string[], selected: readonly Selected[], row: Row) =>
    Object.fromEntries(of.map((name, index) => [name, readValue(selected[index] as Selected, row)]));
  const groupsFound = found.map((row) => ({
    by: part(groupBy, groups, row),
    count: Number(row['n']),
    sum: part(sum, sums, row) as AggregateGroup['sum'],
    min: part(min, least, row),
    max: part(max, greatest, row),
  }));
  const sumsFound = groupsFound.flatMap((group) => Object.values<unknown>(group.sum));
  return sumsFound.includes(NOT_STORED) ? undefined : groupsFound;
}

/** Returns undefined for a sum of floating-point numbers beyond the largest one: PostgreSQL fails, so two values would fail every request. */
function orTooLarge(error: unknown): undefined {
  const { code } = Object(error) as { readonly code?: unknown };
  if (code !== '22003') throw error;
}

function readValue({ alias, decode }: Selected, row: Row): unknown {
  return decode(row[alias]);
}

/** Reads a page of a table, and what the query aggregates of all rows that match its filter. */
export async function selectCollection(
  run: Parameters<typeof selectPage>[0],
  table: Table,
  query: CollectionQuery,
): Promise<SourcePage<SourceRow>> {
  const page = await selectPage(run, table, query);
  return query.aggregates === undefined ? page : { ...page, aggregates: await selectAggregates(run, table, query) };
}
