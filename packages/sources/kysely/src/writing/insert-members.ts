import { type InsertQueryBuilder, type InsertResult, sql } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import { idOfKey, type Key } from '../mapping/key.ts';
import { type AnyDatabase, eb, type ThroughEdge } from '../mapping/table.ts';
import { isTyped } from '../statements/links.ts';
import type { Executor } from '../statements/transaction.ts';

/** The maximum number of members that one statement compares with those that exist: SQLite limits the parts of a `union all`. */
const MAX_COMPARED = 100;

type Insert = InsertQueryBuilder<AnyDatabase, string, InsertResult>;

/**
 * Returns an insert into a join table that skips rows that exist: another request can add them at the same time. To ignore errors, as MySQL
 * can, would also ignore that a member does not exist.
 */
export function orSkip(executor: Executor, statement: Insert, { table, from }: ThroughEdge): Insert {
  return dialectOf(executor).onConflict === 'do nothing'
    ? statement.onConflict((conflict) => conflict.doNothing())
    : statement.onDuplicateKeyUpdate({ [from]: sql.id(...table.split('.'), from) });
}

/** Whether an insert can leave out members that exist. In MySQL, the values of a `union all` have a type that compares inexactly. */
export function canCompare(executor: Executor, keys: readonly Key[]): boolean {
  return keys.length <= MAX_COMPARED && dialectOf(executor).comparesUnions;
}

/**
 * Returns an insert of the members of one resource into a join table, in the order of their ids, because an insert waits for another one
 * of the same row.
 *
 * @param isCompared Whether it leaves out members that exist, so that they run no trigger and are not locked.
 */
export function insertMembers(
  executor: Executor,
  edge: ThroughEdge,
  parent: Key,
  keys: readonly Key[],
  isCompared: boolean,
): Insert {
  const { table, from, to, typed, target } = edge;
  const type = typed === undefined ? {} : { [typed.column]: typed.value };
  const ids = new Map(keys.map((key) => [idOfKey(target, key), key]));
  const sorted = [...ids.keys()].sort().map((id) => ids.get(id));
  const into = executor.insertInto(table);
  if (!isCompared)
    return orSkip(executor, into.values(sorted.map((key) => ({ [from]: parent, ...type, [to]: key }))), edge);
  // The values of a `union all` have the type of the first ones.
  const first = sql`select 0 as place, ${sql.id(to)} as member from ${sql.table(table)} where 1 = 0`;
  const named = sorted.map((key, place) => sql`select ${sql.lit(place)}, ${key}`);
  const member = sql.ref('given.member');
  const isMember = eb.and([eb(sql.id(from), '=', parent), eb(sql.id(to), '=', member), ...isTyped(undefined, typed)]);
  const missing = executor
    .selectFrom(sql`(${sql.join([first, ...named], sql` union all `)})`.as('given'))
    .where(eb.not(eb.exists(eb.selectFrom(table).select(sql.lit(1).as('found')).where(isMember))))
    .select([sql`${parent}`.as('c0'), ...Object.values(type).map((it) => sql`${it}`.as('c1')), member.as('c2')])
    .orderBy('given.place');
  return orSkip(executor, into.columns([from, ...Object.keys(type), to]).expression(missing), edge);
}
