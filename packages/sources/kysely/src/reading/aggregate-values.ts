import { type RawBuilder, sql } from 'kysely';
import type { ColumnKind } from '../columns/column-type.ts';
import { type Column, columnIn, columnOf, type Table } from '../mapping/table.ts';

type Sql = RawBuilder<unknown>;

/** Stands for a sum that is not one of the values of records. */
export const NOT_STORED: unique symbol = Symbol('not stored');

/** One selected value: its alias, its expression over the rows, and its value in the result. */
export interface Selected {
  readonly alias: string;
  readonly expression: Sql;
  readonly decode: (stored: unknown) => unknown;
}

/** Returns the expression of a value in the rows that are aggregated. MariaDB would make numbers of bits. */
export function aggregatedValue(table: Table, name: string, alias: string): Sql {
  const own = columnOf(table, name);
  const column = columnIn(own, alias);
  if (table.dialect.name !== 'mysql') return sql`${column}`;
  if (own.type?.kind === 'boolean') return sql`(${column} + 0)`;
  return own.type?.kind === 'binary' ? sql`cast(${column} as binary)` : sql`${column}`;
}

/** Selects a value as records contain it. */
export function selectedValue(table: Table, name: string, alias: string, value: Sql): Selected {
  const { codec, decode, unread } = columnOf(table, name);
  const expression = codec.read === undefined ? value : codec.read(value);
  return {
    alias,
    expression,
    decode(stored) {
      if (stored === null || stored === undefined) return null;
      try {
        return decode(stored);
      } catch (error) {
        return unread(error) ?? null;
      }
    },
  };
}

/** The kinds of values that PostgreSQL orders, but has no `min` and `max` for. */
const withoutExtremes: ReadonlySet<ColumnKind | undefined> = new Set(['boolean', 'uuid', 'json', 'binary']);

/** Selects the least or the greatest value. */
export function selectedExtreme(table: Table, name: string, alias: string, column: Sql, of: 'min' | 'max'): Selected {
  const isOrdered = table.dialect.name === 'postgres' && withoutExtremes.has(columnOf(table, name).type?.kind);
  const place = sql.raw(of === 'min' ? '0' : '1');
  const value = isOrdered
    ? sql`percentile_disc(${place}) within group (order by ${column})`
    : sql`${sql.raw(of)}(${column})`;
  return selectedValue(table, name, alias, value);
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

/**
 * Adds numbers in MariaDB, which returns 0 if a sum of floating-point numbers becomes too large: NULL instead. Multiplied by 2 to the power of -64,
 * numbers lose no digits, and no sum of them is too large.
 */
function finiteSum(column: Sql, { type }: Pick<Column, 'type'>): Sql {
  if (type?.kind === 'integer' || type?.kind === 'numeric') return sql`sum(${column})`;
  return sql`case when sum(abs(${column}) * 5.421010862427522e-20) < 9.745314011399998e288 then sum(${column}) end`;
}

/** Whether a column stores numbers as records contain them. Otherwise, a sum of what it stores is not the sum of the values. */
function isStoredAsNumber({ codec, decode }: Pick<Column, 'codec' | 'decode'>, sum: unknown): boolean {
  try {
    const value = decode(sum);
    // The codec of a column can round a sum, but makes no other number of it.
    const stored = codec.decode === undefined ? sum : codec.decode(sum);
    return typeof value !== 'boolean' && Number(value) === Number(stored);
  } catch {
    return false;
  }
}

/** The kinds of values that can be numbers. Databases also add others, such as the digits of dates. */
const numbers: ReadonlySet<ColumnKind | undefined> = new Set([
  undefined,
  'integer',
  'numeric',
  'float',
  'text',
  'other',
]);

/** Whether the values of a column can be added, as far as its type is known. */
export function canAdd({ type }: Pick<Column, 'type'>): boolean {
  return numbers.has(type?.kind);
}

/** The kinds of values that MariaDB adds as numbers. Of all others, such as "12 apples" and dates, it adds what it can make a number of. */
const numeric: ReadonlySet<ColumnKind | undefined> = new Set(['integer', 'numeric', 'float']);

/**
 * Selects whether all values to add are numbers, or undefined if the database cannot add others. A column of SQLite can contain values of every type.
 */
export function selectedCheck(table: Table, name: string, alias: string, column: Sql): Selected | undefined {
  const { name: dialect } = table.dialect;
  if (dialect === 'postgres' || (dialect === 'mysql' && numeric.has(columnOf(table, name).type?.kind)))
    return undefined;
  const expression =
    dialect === 'mysql'
      ? sql`min(cast(${column} as char) regexp '^ *-?[0-9]+([.][0-9]+)?(e[-+]?[0-9]+)? *$')`
      : sql`min(case typeof(${column}) when 'text' then json_valid(${column}) and ltrim(${column}, ' -') glob '[0-9]*' when 'blob' then 0 else 1 end)`;
  return { alias, expression, decode: (stored) => stored === null || Number(stored) === 1 };
}

/** Selects a sum. Its value is `NOT_STORED` if the column stores something else than the numbers of records. */
export function selectedSum(table: Table, name: string, alias: string, column: Sql): Selected {
  const own = columnOf(table, name);
  const decode = (stored: unknown): unknown => {
    const sum = table.dialect.name === 'sqlite' ? sumOfHalves(stored) : stored;
    if (sum === null || sum === undefined) return null;
    return isStoredAsNumber(own, sum) ? sum : NOT_STORED;
  };
  const expressions = { sqlite: sumInHalves, mysql: finiteSum, postgres: (it: Sql) => sql`sum(${it})` } as const;
  return { alias, expression: expressions[table.dialect.name](column, own), decode };
}
