import type { GroupKey } from '@linkage/server';
import { type RawBuilder, sql } from 'kysely';
import { columnKinds } from '../columns/column-kinds.ts';
import { type Column, columnIn, columnOf, type Table } from '../mapping/table.ts';
import { expressionsOf, MEMBER, selectedColumns } from '../statements/selected-columns.ts';

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

/** A key of groups: its expression in the rows, and how it is selected from them. */
interface SelectedKey {
  readonly value: Sql;
  readonly selected: (alias: string, column: Sql) => Selected;
}

const noNames: ReadonlySet<string> = new Set();

/** Returns a key of groups; undefined if the database cannot compute it. */
export function groupKey(table: Table, { field, part }: GroupKey): SelectedKey | undefined {
  if (table.type.relationships.has(field)) {
    const columns = selectedColumns(table, { attributes: noNames, relationships: new Set([field]) });
    const list = columns.list.filter((it) => it.field === field);
    const [value] = expressionsOf({ ...columns, list }, { name: MEMBER });
    const decode = (stored: unknown): unknown => (stored === null ? null : (list.at(0)?.decode?.(stored) ?? stored));
    return (
      value && { value: sql`${value.expression}`, selected: (alias, expression) => ({ alias, expression, decode }) }
    );
  }
  if (part === undefined)
    return {
      value: aggregatedValue(table, field, MEMBER),
      selected: (alias, column) => selectedValue(table, field, alias, column),
    };
  const own = columnOf(table, field);
  // Documents show what the functions of a mapping return.
  const value =
    own.functions[0] === undefined ? table.dialect.aggregates.part(columnIn(own, MEMBER), own.type, part) : undefined;
  return (
    value && { value, selected: (alias, expression) => ({ alias, expression, decode: (stored) => stored ?? null }) }
  );
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
