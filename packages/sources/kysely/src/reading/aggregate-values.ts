import { type RawBuilder, sql } from 'kysely';
import { columnKinds } from '../columns/column-kinds.ts';
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

/** Returns the expression of a value in the rows that are aggregated. */
export function aggregatedValue(table: Table, name: string, alias: string): Sql {
  const own = columnOf(table, name);
  return table.dialect.aggregates.value(columnIn(own, alias), own.type);
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

/** Selects the least or the greatest value. */
export function selectedExtreme(table: Table, name: string, alias: string, column: Sql, of: 'min' | 'max'): Selected {
  const isOrdered = table.dialect.aggregates.hasNoExtremes(columnOf(table, name).type);
  const place = sql.raw(of === 'min' ? '0' : '1');
  const value = isOrdered
    ? sql`percentile_disc(${place}) within group (order by ${column})`
    : sql`${sql.raw(of)}(${column})`;
  return selectedValue(table, name, alias, value);
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

/** Whether the values of a column can be added, as far as its type is known. */
export function canAdd({ type }: Pick<Column, 'type'>): boolean {
  return columnKinds[type?.kind ?? 'other'].numbers !== 'none';
}

/** Selects whether all values to add are numbers, or undefined if the database cannot add others. */
export function selectedCheck(table: Table, name: string, alias: string, column: Sql): Selected | undefined {
  const expression = table.dialect.aggregates.areNumbers(column, columnOf(table, name).type);
  return expression && { alias, expression, decode: (stored) => stored === null || Number(stored) === 1 };
}

/** Selects a sum. Its value is `NOT_STORED` if the column stores something else than the numbers of records. */
export function selectedSum(table: Table, name: string, alias: string, column: Sql): Selected {
  const { aggregates } = table.dialect;
  const own = columnOf(table, name);
  const decode = (stored: unknown): unknown => {
    const sum = aggregates.readSum(stored);
    if (sum === null || sum === undefined) return null;
    return isStoredAsNumber(own, sum) ? sum : NOT_STORED;
  };
  return { alias, expression: aggregates.sum(column, own.type), decode };
}
