import type { AggregateGroup, AggregateQuery, CollectionQuery, SourcePage } from '@linkage/server';
import { type RawBuilder, sql } from 'kysely';
import { columnIn, columnOf, type Table } from '../mapping/table.ts';
import { MEMBER, type Row, type SourceRow } from '../statements/selected-columns.ts';
import { slotFor, startShape } from '../statements/shape.ts';
import { type Run, readRows } from './execute-read.ts';
import { prepareRows } from './filtered-rows.ts';
import { selectPage } from './select-page.ts';

type Sql = RawBuilder<unknown>;

/** The alias of the rows that are aggregated. */
const ROWS = 'aggregated';

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

/** Selects a sum. SQLite returns a sum of integers as a number, which can be too large for one. */
function sumOf({ dialect }: Table, alias: string, column: Sql): Selected {
  const sum = sql`sum(${column})`;
  const expression =
    dialect.name === 'sqlite' ? sql`case typeof(${sum}) when 'integer' then cast(${sum} as text) else ${sum} end` : sum;
  return { alias, expression, decode: (stored) => stored ?? null };
}

/** Counts and adds the rows that match a filter, by groups of equal values, with one statement. */
async function selectAggregates(
  run: Run,
  table: Table,
  { filter, aggregates }: Pick<CollectionQuery, 'filter' | 'aggregates'>,
): Promise<readonly AggregateGroup[]> {
  const { groupBy, sum, min, max, atMost } = aggregates as AggregateQuery;
  const shape = startShape(run.executor, `aggregates;${JSON.stringify([groupBy, sum, min, max])};`);
  const rows = prepareRows(shape, run, table, { filter, restriction: undefined });
  const limit = slotFor(shape, atMost) as number;
  const names = [...new Set([...groupBy, ...sum, ...min, ...max])];
  // Numbered aliases: a field name can be too long for a database.
  const columnFor = (name: string): Sql => sql`${sql.ref(`${ROWS}.v${names.indexOf(name)}`)}`;
  const groups = groupBy.map((name, index) => selectedValue(table, name, `g${index}`, columnFor(name)));
  const sums = sum.map((name, index) => sumOf(table, `s${index}`, columnFor(name)));
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
  const { rows: found } = await readRows(run, table, shape, build);
  const part = (of: readonly string[], selected: readonly Selected[], row: Row) =>
    Object.fromEntries(of.map((name, index) => [name, readValue(selected[index] as Selected, row)]));
  return found.map((row) => ({
    by: part(groupBy, groups, row),
    count: Number(row['n']),
    sum: part(sum, sums, row) as AggregateGroup['sum'],
    min: part(min, least, row),
    max: part(max, greatest, row),
  }));
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
