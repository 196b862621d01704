import type { Expression, SqlBool } from 'kysely';
import type { DatabaseColumn } from '../dialects/database-schema.ts';
import type { SqlDialect } from '../dialects/dialect.ts';
import { type CallFunction, callValue } from './call-value.ts';
import { assertColumns, databaseColumn, type KnownTable } from './known-table.ts';
import { columnAt, resolveRowExpression } from './resolve-row-expression.ts';
import type { ColumnValues, DerivedValues, RowExpression } from './row-expression.ts';
import type { RowFilter } from './row-filter.ts';
import { boundTo, eb, parameterOf } from './table.ts';

/** The table of a mapping. */
export interface Place {
  /** The path of the part of the mapping, for errors. */
  readonly where: string;
  readonly name: string;
  readonly dialect: SqlDialect;
  readonly known: KnownTable | undefined;
}

/** Returns the parameter for a value: a driver of a database without booleans cannot bind them, and a `Date` has a time zone. */
function stored(value: unknown, own: DatabaseColumn | undefined, dialect: SqlDialect): unknown {
  if (typeof value === 'boolean' && !dialect.hasBooleans) return Number(value);
  if (own === undefined || value === null) return value;
  const column = { codec: dialect.codecOf(own.type) };
  return boundTo(column, parameterOf(column, value));
}

/**
 * Reads values of columns. A function becomes a parameter that depends on the call.
 *
 * @throws {TypeError} If the table does not have a column, or a value is undefined.
 */
export function resolveValues(
  { where, known, dialect }: Place,
  given: ColumnValues | DerivedValues,
  isRequired: boolean,
): Readonly<Record<string, unknown>> {
  const values = Object.entries(given).map(([column, value]) => {
    const at = `${where}.${column}`;
    const own = known && databaseColumn(known, column);
    assertColumns(where, known, [column]);
    if (value === undefined) throw new TypeError(`${at} must not be undefined.`);
    if (typeof value !== 'function') return [column, stored(value, own, dialect)] as const;
    const of: CallFunction = (call, input) => {
      const result = (value as CallFunction)(call, input);
      if (result !== undefined && !(isRequired && result === null)) return stored(result, own, dialect);
      throw new TypeError(
        `${at} must return a value${isRequired ? '' : ' or null'}, but it returned ${String(result)}.`,
      );
    };
    return [column, callValue(of)] as const;
  });
  return Object.fromEntries(values);
}

/**
 * Reads the row filter of a type.
 *
 * @param tenant The columns that have values beside an expression.
 * @throws {TypeError} If it uses a column that the table does not have.
 */
export function resolveRowFilter(
  place: Place,
  given: ColumnValues | RowExpression<unknown, string, SqlBool>,
  tenant: ColumnValues,
): RowFilter {
  const isExpression = typeof given === 'function';
  const at = isExpression ? resolveRowExpression(place.where, given, place.name, place.known) : undefined;
  const values = resolveValues(place, isExpression ? tenant : { ...given, ...tenant }, true);
  const entries = Object.entries(values);
  const conditions: RowFilter['conditions'] = (alias, except = {}) => [
    ...entries
      .filter(([column]) => !Object.hasOwn(except, column))
      .map(([column, value]) => eb(columnAt(alias, column), value === null ? 'is' : '=', value)),
    ...(at === undefined ? [] : [at(alias) as Expression<SqlBool>]),
  ];
  return { conditions, values, isExpression };
}
