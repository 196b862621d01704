import { type RawBuilder, sql } from 'kysely';
import { columnKinds } from '../columns/column-kinds.ts';
import type { ColumnType } from '../columns/column-type.ts';

type Sql = RawBuilder<unknown>;
type Type = ColumnType | undefined;

/** How a database aggregates the values of columns. */
export interface Aggregates {
  /** Returns a value that functions can aggregate. */
  readonly value: (column: Sql, type: Type) => Sql;
  /** Whether values of a type have an order, but `min` and `max` do not take them. */
  readonly hasNoExtremes: (type: Type) => boolean;
  readonly sum: (column: Sql, type: Type) => Sql;
  /** Returns the number of a sum. */
  readonly readSum: (stored: unknown) => unknown;
  /** Returns whether all values to add are numbers. Undefined if the database cannot add others. */
  readonly areNumbers: (column: Sql, type: Type) => Sql | undefined;
}

/** PostgreSQL. */
export const strictAggregates: Aggregates = {
  value: (column) => sql`${column}`,
  hasNoExtremes: (type) => !columnKinds[type?.kind ?? 'other'].hasExtremes,
  sum: (column) => sql`sum(${column})`,
  readSum: (stored) => stored,
  areNumbers: () => undefined,
};

/** MySQL and MariaDB. */
export const mysqlAggregates: Aggregates = {
  ...strictAggregates,
  // MariaDB would make numbers of bits.
  value(column, type) {
    if (type?.kind === 'boolean') return sql`(${column} + 0)`;
    return type?.kind === 'binary' ? sql`cast(${column} as binary)` : sql`${column}`;
  },
  hasNoExtremes: () => false,
  // MariaDB returns 0 if a sum of floating-point numbers becomes too large: NULL instead. Multiplied by 2 to the power of -64, numbers lose no
  // digits, and no sum of them is too large.
  sum: (column, type) =>
    type?.kind === 'integer' || type?.kind === 'numeric'
      ? sql`sum(${column})`
      : sql`case when sum(abs(${column}) * 5.421010862427522e-20) < 9.745314011399998e288 then sum(${column}) end`,
  // Of other values, such as "12 apples" and dates, MariaDB adds what it can make a number of.
  areNumbers: (column, type) =>
    columnKinds[type?.kind ?? 'other'].numbers === 'all'
      ? undefined
      : sql`min(cast(${column} as char) regexp '^ *-?[0-9]+([.][0-9]+)?(e[-+]?[0-9]+)? *$')`,
};

/** SQLite. A column can contain values of every type. */
export const sqliteAggregates: Aggregates = {
  ...strictAggregates,
  hasNoExtremes: () => false,
  // The `sum` of SQLite fails beyond 64 bits, so one large value would fail every request. Integers are added by their halves, as a string with
  // both sums, and others as floating-point numbers.
  sum(column) {
    const number = sql`cast(${column} as numeric)`;
    return sql`case when count(${column}) = 0 then null when max(typeof(${number}) = 'real') then total(${number}) else sum(${number} >> 32) || ',' || sum(${number} & 4294967295) end`;
  },
  readSum(stored) {
    const [, high, low] = typeof stored === 'string' ? (/^(-?\d+),(\d+)$/.exec(stored) ?? []) : [];
    return high === undefined || low === undefined ? stored : String((BigInt(high) << 32n) + BigInt(low));
  },
  areNumbers: (column) =>
    sql`min(case typeof(${column}) when 'text' then json_valid(${column}) and ltrim(${column}, ' -') glob '[0-9]*' when 'blob' then 0 else 1 end)`,
};
