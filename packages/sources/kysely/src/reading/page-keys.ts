import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { keyNames } from '../mapping/key.ts';
import type { AnyDatabase, Table } from '../mapping/table.ts';
import { whereAll } from '../statements/condition.ts';
import { keyAt, selectedKey } from '../statements/key-columns.ts';
import type { OrderKey } from '../statements/order-keys.ts';
import { MEMBER } from '../statements/selected-columns.ts';
import type { Executor } from '../statements/transaction.ts';
import type { prepareRows } from './filtered-rows.ts';
import type { OrderWay } from './order-parts.ts';
import { joinOrder, keysIn, orderBy, orderedRows } from './ordered-rows.ts';

/** The rows of one filter in one way of an order. */
export interface Branch {
  readonly way: OrderWay | undefined;
  readonly build: ReturnType<typeof prepareRows>;
}

/** The part of an order that a statement reads. */
export interface Cut {
  readonly keys: readonly OrderKey[];
  /** Returns conditions on the rows of the part, by the keys as the rows have them. */
  readonly bounds: (keys: readonly OrderKey[]) => readonly Expression<SqlBool>[];
}

/** A query of the keys of rows. */
type KeysQuery = SelectQueryBuilder<AnyDatabase, string, Record<string, unknown>>;

/** The names of the columns of an id in a query of keys. */
export function keyAliases({ key }: Pick<Table, 'key'>): readonly string[] {
  return key.map((_, index) => (index === 0 ? 'id' : `id${index}`));
}

/** Returns the number of rows of the first part, which fill the page or not. */
const counted = sql<number>`(select count(*) from ${sql.id('part0')})`;

/**
 * Returns the query of the keys of a page, and whether it skips the rows before the page. The first rows of each branch are enough. A part of
 * an order is read only if the part before it does not fill the page.
 */
export function pageKeys(
  executor: Executor,
  table: Table,
  branches: readonly (readonly Branch[])[],
  { keys, bounds }: Cut,
  { skipped, limit, most }: Readonly<Record<'skipped' | 'most', number | undefined>> & { readonly limit: number },
): { readonly query: KeysQuery; readonly isSliced: boolean } {
  const own = selectedKey(keyAt(MEMBER, keyNames(table)));
  const steps = keys.at(0)?.joins ?? [];
  const isOther = ({ joins }: OrderKey): boolean => !joins.some(({ alias }) => steps.some((it) => it.alias === alias));
  // Beside rows without a row of the path, a union would have no type for what is NULL in some of its rows only.
  const isSliced = most === undefined || (branches.length > 1 && keys.slice(1).every(isOther));
  const isSkipped = isSliced && most !== undefined && skipped !== undefined;
  /** The keys of an order that a part orders its rows by, with their places. */
  const shownIn = (part: readonly Branch[]) =>
    [...keys.entries()].slice(part.at(0)?.way?.end === 'value' ? 0 : 1).slice(0, -table.key.length);
  const firstsOf = (part: readonly Branch[], gate: readonly Expression<SqlBool>[]): KeysQuery => {
    const shown = isSkipped ? shownIn(part).map(([index, { expression }]) => expression.as(`k${index}`)) : [];
    const firsts = part.map(({ way, build }, index) => {
      const all = build((rows) => joinOrder(rows, keys, way));
      const rows = whereAll(all, [...bounds(keysIn(keys, way)), ...gate]);
      const first = orderedRows(rows, [...own, ...shown], table, keys, way).limit(most ?? limit);
      const page = most === undefined && skipped !== undefined ? first.offset(skipped) : first;
      return executor.selectFrom(page.as(`branch${index}`)).selectAll() as KeysQuery;
    });
    return firsts.reduce((found, it) => found.union(it));
  };
  const [first = [], second] = branches;
  if (second === undefined) return { query: firstsOf(first, []), isSliced };
  const withParts = executor
    .with('part0', () => firstsOf(first, []))
    .with('part1', () => firstsOf(second, [sql<SqlBool>`${counted} < ${most}`]));
  const [before, behind] = [first, second].map((part, index): KeysQuery => {
    const aliases = keyAliases(table).map((name) => sql.id(name));
    const from = (index === 0 ? withParts : executor) as typeof executor;
    const rows = executor.selectFrom(`part${index}`).select(keyAliases(table) as never) as KeysQuery;
    const pageOf = (page: KeysQuery): KeysQuery => from.selectFrom(page.as(`page${index}`)).selectAll() as KeysQuery;
    if (!isSkipped) return pageOf(rows);
    const orders = shownIn(part).map(([place, key]) => ({ ...key, expression: sql.id(`k${place}`) }));
    const ids = keys
      .slice(-table.key.length)
      .map((key, place) => ({ ...key, expression: aliases[place] ?? key.expression }));
    const offset = index === 0 ? skipped : sql<number>`greatest(0, ${skipped} - ${counted})`;
    const ordered = orderBy(rows, table, [...orders, ...ids]);
    return pageOf(ordered.limit(limit).offset(offset));
  });
  return { query: (before as KeysQuery).unionAll(behind as KeysQuery), isSliced };
}
