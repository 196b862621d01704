import type { TimePart, ZoneOffset } from '@linkage/core/internal';
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
  /** Returns the part of a time as a string; undefined if values of this type are not times. */
  readonly part: (column: Sql, type: Type, part: TimePart) => Sql | undefined;
  /** Returns whether all values to add are numbers. Undefined if the database cannot add others. */
  readonly areNumbers: (column: Sql, type: Type) => Sql | undefined;
}

/** Returns the minutes between UTC and a time zone. The latest times are compared first. */
function shiftOf([first, ...later]: readonly ZoneOffset[], isFrom: (seconds: number) => Sql): Sql {
  const start = sql.lit(first?.minutes ?? 0);
  if (later.length === 0) return start;
  const whens = later.toReversed().map(({ from, minutes }) => sql`when ${isFrom(from)} then ${sql.lit(minutes)}`);
  return sql`case ${sql.join(whens, sql` `)} else ${start} end`;
}

/** Returns a time in UTC as databases write it. */
const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** PostgreSQL. */
export const strictAggregates: Aggregates = {
  value: (column) => sql`${column}`,
  hasNoExtremes: (type) => type !== undefined && !columnKinds[type.kind].hasExtremes,
  sum: (column) => sql`sum(${column})`,
  readSum: (stored) => stored,
  part(column, type, { length, offsets }) {
    if (type?.kind === 'date') return sql`left(to_char(${column}, 'YYYY-MM-DD"T"HH24'), ${sql.lit(length)})`;
    if (type?.kind !== 'timestamp') return undefined;
    const utc = type.isLocal === true ? column : sql`(${column} at time zone 'UTC')`;
    const shift = shiftOf(
      type.form === 'local' ? [] : offsets,
      (from) => sql`${utc} >= timestamp '${sql.raw(timeText(from))}'`,
    );
    // The year of other times has not four digits, or the time is infinite.
    return sql`case when ${utc} >= '0001-01-02' and ${utc} < '9999-12-31' then left(to_char(${utc} + ${shift} * interval '1 minute', 'YYYY-MM-DD"T"HH24'), ${sql.lit(length)}) end`;
  },
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
  part(column, type, { length, offsets }) {
    if (type?.kind !== 'date' && type?.kind !== 'timestamp') return undefined;
    const isUtc = type.kind === 'date' || type.isLocal === true;
    const utc = isUtc ? column : sql`convert_tz(${column}, @@session.time_zone, '+00:00')`;
    const shift = shiftOf(
      type.kind === 'date' || type.form === 'local' ? [] : offsets,
      (from) => sql`${utc} >= ${sql.lit(timeText(from))}`,
    );
    return sql`left(date_format(date_add(${utc}, interval ${shift} minute), '%Y-%m-%dT%H'), ${sql.lit(length)})`;
  },
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
  // Strings of other forms, and numbers, are not times.
  part(column, type, { length, offsets }) {
    const text = sql`replace(${column}, ' ', 'T')`;
    const shift = shiftOf(offsets, (from) => sql`cast(strftime('%s', ${text}) as integer) >= ${sql.lit(from)}`);
    const shifted = sql`substr(strftime('%Y-%m-%dT%H', ${text}, (${shift}) || ' minutes'), 1, ${sql.lit(length)})`;
    const own = sql`substr(${text} || 'T00', 1, ${sql.lit(length)})`;
    const hasZone =
      type?.form === 'instant' ? sql`1` : sql`${text} glob '*T*Z' or ${text} glob '*T*[-+][0-9][0-9]:[0-9][0-9]'`;
    return sql`case when typeof(${column}) <> 'text' or ${text} not glob '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]*' or strftime('%s', ${text}) is null then null when ${hasZone} then ${shifted} else ${own} end`;
  },
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
