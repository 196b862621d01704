import { type InsertQueryBuilder, type InsertResult, sql } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import type { Key } from '../mapping/key.ts';
import { type AnyDatabase, eb, type Table, type ThroughStorage } from '../mapping/table.ts';
import type { WriteStatement } from '../statements/execute-write.ts';
import { type Compilable, keptStatement, writeWithValues } from '../statements/kept-statements.ts';
import { isTyped } from '../statements/links.ts';
import { slotFor, startShape } from '../statements/shape.ts';
import type { Executor } from '../statements/transaction.ts';

/** The maximum number of members that one statement compares with those that exist: SQLite limits the parts of a `union all`. */
const MAX_COMPARED = 100;

type Insert = InsertQueryBuilder<AnyDatabase, string, InsertResult>;

/**
 * Returns an insert into a join table that skips rows that exist: another request can add them at the same time. To ignore errors, as MySQL
 * can, would also ignore that a member does not exist.
 */
export function orSkip(executor: Executor, statement: Insert, { table, from }: ThroughStorage): Insert {
  return dialectOf(executor).onConflict === 'do nothing'
    ? statement.onConflict((conflict) => conflict.doNothing())
    : statement.onDuplicateKeyUpdate({ [from]: sql.id(...table.split('.'), from) });
}

/** Whether an insert can leave out members that exist. In MySQL, the values of a `union all` have a type that compares inexactly. */
export function canCompare(executor: Executor, keys: readonly Key[]): boolean {
  return keys.length <= MAX_COMPARED && dialectOf(executor).comparesUnions;
}

/** The owner of a join table, its relationship, and the executor of its statements. */
export interface Join {
  readonly executor: Executor;
  readonly owner: Table;
  readonly part: ThroughStorage;
}

/**
 * Returns a write of the members of one resource in a join table. Its statement is built once for each number of members, unless it
 * depends on the row filter of their type.
 *
 * @param what Equal for two writes only if `build` returns the same statement for the same number of members.
 */
export function writeMembers(
  { executor, owner, part }: Join,
  what: string,
  [parent, members]: readonly [parent: Key, members: readonly Key[]],
  build: (parent: unknown, members: readonly unknown[]) => Compilable,
): WriteStatement<unknown> {
  const { table, from, to, typed, target } = part;
  const shape = startShape(executor, JSON.stringify([what, members.length, table, from, to, typed]));
  shape.isKept &&= target?.rowFilter === undefined;
  const own = slotFor(shape, parent);
  const others = members.map(slotFor.bind(undefined, shape));
  const kept = keptStatement(owner, shape, () => ({ columns: undefined, statement: build(own, others) }));
  return writeWithValues(kept, executor, shape);
}

/**
 * Returns an insert of the members of one resource into a join table, in the order of their ids, because an insert waits for another one
 * of the same row.
 *
 * @param isCompared Whether it leaves out members that exist, so that they run no trigger and are not locked.
 */
export function insertMembers(
  join: Join,
  parent: Key,
  keys: readonly Key[],
  isCompared: boolean,
): WriteStatement<unknown> {
  return writeMembers(join, `insert members ${isCompared}`, [parent, keys.toSorted()], (own, members) =>
    buildInsert(join, own, members, isCompared),
  );
}

function buildInsert(
  { executor, part }: Join,
  parent: unknown,
  sorted: readonly unknown[],
  isCompared: boolean,
): Insert {
  const { table, from, to, typed } = part;
  const type = typed === undefined ? {} : { [typed.column]: typed.value };
  const into = executor.insertInto(table);
  if (!isCompared)
    return orSkip(executor, into.values(sorted.map((key) => ({ [from]: parent, ...type, [to]: key }))), part);
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
  return orSkip(executor, into.columns([from, ...Object.keys(type), to]).expression(missing), part);
}
