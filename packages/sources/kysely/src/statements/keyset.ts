import { type SqlBool, sql } from 'kysely';
import { eb } from '../mapping/table.ts';
import type { Condition } from './condition.ts';
import type { OrderKey } from './order-keys.ts';

function equals({ expression }: OrderKey, value: unknown): Condition {
  return value === null ? eb(expression, 'is', null) : eb(expression, '=', value);
}

/** The rows whose key is behind a value, in the order of the key. */
function behindKey({ expression, descending, nullsLast, isNullable }: OrderKey, value: unknown): readonly Condition[] {
  if (value === null) return nullsLast ? [] : [eb(expression, 'is not', null)];
  const behind = eb(expression, descending ? '<' : '>', value);
  return nullsLast && isNullable ? [behind, eb(expression, 'is', null)] : [behind];
}

/** Whether one comparison of rows finds all rows behind these values. It does not find rows with NULL. */
function isOneComparison(keys: readonly OrderKey[], values: readonly unknown[]): boolean {
  const [first] = keys;
  if (values.includes(null) || keys.some(({ descending }) => descending !== first?.descending)) return false;
  // NULL in the first key has a condition of its own, and NULL before all values is not behind any.
  return keys.slice(1).every(({ isNullable, nullsLast }) => !(isNullable && nullsLast));
}

function compareRows(keys: readonly OrderKey[], values: readonly unknown[]): Condition {
  const sign = keys.at(0)?.descending === true ? sql`<` : sql`>`;
  const left = sql.join(keys.map(({ expression }) => sql`${expression}`));
  return sql<SqlBool>`(${left}) ${sign} (${sql.join(values)})`;
}

/**
 * Returns conditions for the rows behind a position, in the order of the rows: all rows of one condition are before the rows of
 * the next condition. An index over the keys answers each condition with one range. There is one condition if all keys have one
 * direction and no value is NULL.
 *
 * @param comparesRows Whether an index answers a comparison of rows.
 */
export function rowsBehind(
  keys: readonly OrderKey[],
  values: readonly unknown[],
  comparesRows: boolean,
): readonly Condition[] {
  const [first, ...others] = keys;
  if (first === undefined) return [];
  const [value, ...rest] = values;
  if (others.length === 0) return behindKey(first, value);
  if (comparesRows && isOneComparison(keys, values)) {
    const compared = compareRows(keys, values);
    return first.nullsLast && first.isNullable ? [compared, eb(first.expression, 'is', null)] : [compared];
  }
  const ties = rowsBehind(others, rest, comparesRows).map((it) => eb.and([equals(first, value), it]));
  return [...ties, ...behindKey(first, value)];
}

/** Returns one condition for the rows behind a position, with a bound on the first key that an index can answer. */
export function anyRowBehind(keys: readonly OrderKey[], values: readonly unknown[], comparesRows: boolean): Condition {
  const conditions = rowsBehind(keys, values, comparesRows);
  const [only, ...others] = conditions;
  if (only !== undefined && others.length === 0) return only;
  const any = eb.or(conditions);
  const [first] = keys;
  const [value] = values;
  if (first === undefined || value === null || (first.nullsLast && first.isNullable)) return any;
  return eb.and([eb(first.expression, first.descending ? '<=' : '>=', value), any]);
}
