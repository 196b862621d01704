import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type AnyDatabase, eb, type Table } from '../mapping/table.ts';
import { allOf, isKnown, opposite, whereAll } from '../statements/condition.ts';
import { keyAt } from '../statements/key-columns.ts';
import { isTyped } from '../statements/links.ts';
import type { OrderKey } from '../statements/order-keys.ts';
import { rowFilterOf } from '../statements/row-filter.ts';
import type { expressionsOf, MEMBER } from '../statements/selected-columns.ts';
import { joinCondition, joinsOf, type SortJoin } from '../statements/sort-key.ts';
import { joinRows, type RowsQuery } from './filtered-rows.ts';
import type { OrderWay } from './order-parts.ts';

/** A query of selected rows. */
export type SelectedRows = SelectQueryBuilder<AnyDatabase, typeof MEMBER, Record<string, unknown>>;

/** Returns the joins of the first key that find a row, and the one that does not. */
function stepsIn(keys: readonly OrderKey[], way: OrderWay | undefined) {
  const steps = way === undefined ? [] : (keys.at(0)?.joins ?? []);
  return { found: steps.slice(0, way?.found), missed: steps.at(way?.found ?? 0) };
}

/** Returns the keys of an order as the rows of a way have them: a key is NULL without its row. */
export function keysIn(keys: readonly OrderKey[], way: OrderWay | undefined): readonly OrderKey[] {
  if (way === undefined) return keys;
  const missed = stepsIn(keys, way).missed?.alias;
  return keys.map((key, index) => {
    const isEmpty = index === 0 ? way.end !== 'value' : key.joins.some(({ alias }) => alias === missed);
    return isEmpty ? { ...key, expression: sql`null`, joins: [], isEmpty } : key;
  });
}

/** Joins the tables of an order to the rows of a way. */
export function joinOrder(rows: RowsQuery, keys: readonly OrderKey[], way?: OrderWay): RowsQuery {
  const { found, missed } = stepsIn(keys, way);
  let joined = found.reduce((from, by) => joinRows(from, by, 'inner', joinCondition(by)), rows);
  const names = new Set(found.map(({ alias }) => alias));
  for (const by of joinsOf(keysIn(keys, way)))
    if (!names.has(by.alias)) joined = joinRows(joined, by, 'left', joinCondition(by));
  const [first] = keys;
  if (way === undefined || first === undefined) return joined;
  if (missed !== undefined && way.end === 'absent')
    return whereAll(
      joined,
      missed.from.columns.map((column) => eb(column, 'is', null)),
    );
  if (missed !== undefined) {
    const { alias, target, from, to, typed, conditions } = missed;
    const isRow = eb.and([eb(keyAt(alias, to).row, '=', from.row), ...isTyped(alias, typed)]);
    const seen = allOf([...rowFilterOf(target, alias), ...(conditions?.() ?? [])]);
    return joinRows(joined, missed, 'inner', isRow).where(opposite(seen));
  }
  if (!first.isNullableIfFound) return joined;
  const isValue = isKnown(first.expression);
  return joined.where(way.end === 'value' ? isValue : opposite(isValue));
}

/** Selects the rows of a query, whose tables are joined, in the order of some keys. */
export function orderedRows(
  rows: RowsQuery,
  expressions: ReturnType<typeof expressionsOf>,
  table: Table,
  keys: readonly OrderKey[],
  way?: OrderWay,
): SelectedRows {
  const { found } = stepsIn(keys, way);
  const isFound = ({ alias }: SortJoin): boolean => found.some((it) => it.alias === alias);
  const isNullable = (key: OrderKey, index: number): boolean => {
    if (index === 0 && way !== undefined) return way.nulls === 'least';
    return key.joins.every(isFound) ? key.isNullableIfFound : key.isNullable;
  };
  const own = keysIn(keys, way);
  // An index can have the rows in which the first key is NULL in the order of the others, behind the key.
  const isOrdered = (index: number): boolean =>
    own[index]?.isEmpty !== true || (index === 0 && way?.nulls !== undefined);
  // Inside a part, an index has its own place for NULL.
  const placeIn = ({ descending, nullsLast }: OrderKey, index: number): boolean =>
    index === 0 && way !== undefined ? descending : nullsLast;
  const orders = [...keys.entries()]
    .filter(([index]) => isOrdered(index))
    .map(([index, key]) => ({ ...key, isNullable: isNullable(key, index), nullsLast: placeIn(key, index) }));
  return orderBy(rows.select(expressions) as unknown as SelectedRows, table, orders);
}

type OrderedKey = Pick<OrderKey, 'expression' | 'descending' | 'nullsLast' | 'isNullable'>;

/** Returns the text of an order by a key. */
export function orderText(
  { dialect }: Pick<Table, 'dialect'>,
  { expression, descending, nullsLast, isNullable }: OrderedKey,
): RawBuilder<unknown> {
  const ordered = sql`${expression} ${sql.raw(descending ? 'desc' : 'asc')}`;
  // Do not order NULL if the key is never NULL, or if the database already does: an index may not have this order.
  if (!isNullable || nullsLast === (descending === (dialect.nullIs === 'least'))) return ordered;
  if (!dialect.hasNullsClause) return sql`${expression} is null ${sql.raw(nullsLast ? 'asc' : 'desc')}, ${ordered}`;
  return sql`${ordered} nulls ${sql.raw(nullsLast ? 'last' : 'first')}`;
}

/** Returns a query in the order of some keys. */
export function orderBy<Rows extends SelectQueryBuilder<AnyDatabase, string, Record<string, unknown>>>(
  rows: Rows,
  table: Pick<Table, 'dialect'>,
  keys: readonly OrderedKey[],
): Rows {
  return keys.reduce((query, key) => query.orderBy(orderText(table, key)) as Rows, rows);
}
