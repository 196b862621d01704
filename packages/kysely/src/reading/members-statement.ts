import type { FilterCondition } from '@linkage/core';
import type { PageSlice, Selection } from '@linkage/server';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MembershipTable } from '../mapping/membership-table.ts';
import type { Key, Table } from '../mapping/table.ts';
import { conditionsOf } from '../statements/conditions.ts';
import { keysCondition } from '../statements/keys-condition.ts';
import { expressionsOf, MEMBER, readId, selectedColumns } from '../statements/selected-columns.ts';
import type { Run, Statement } from './execute-read.ts';
import { memberBounds } from './keyset-members.ts';

/** The name of the join table in a statement. */
export const LINK = 'link';
/** The column with the key of the parent. */
export const PARENT = 'parent';
const OWNER = 'owner';
const MEMBER_ID = 'member_id';
const RANK = 'member_rank';

/** Creates the error for an operation that a statement on one database cannot do. */
export function elsewhere(what: string): TypeError {
  return new TypeError(`Related resources in another database cannot be ${what}.`);
}

/** The resources whose members are read, by their keys. */
export interface Parents {
  readonly table: Table;
  readonly keys: readonly Key[];
}

/** The query of the members of many parents. Conditions on members in another database are ignored. */
export interface MembersQuery {
  readonly selection: Selection;
  /** The maximum number of members of all parents together. */
  readonly atMost: number | undefined;
  readonly filter: readonly FilterCondition[] | undefined;
  readonly pagePerParent: PageSlice | undefined;
}

/**
 * Returns the rows of members and their selected columns: the parent, the member's id as `c0`, and its other fields.
 */
function memberRows(
  { executor, conditions = [] }: Run,
  membership: MembershipTable,
  ofParents: (from: RawBuilder<unknown>) => Expression<SqlBool>,
  { selection, filter = [] }: MembersQuery,
) {
  const { kind, target } = membership;
  // A foreign key in the members' own table does not require a second table.
  const home = kind === 'foreign-key' ? MEMBER : LINK;
  const [from, to] = [sql.id(home, membership.from), sql.id(home, membership.to)];
  const pairs = executor.selectFrom(`${membership.table} as ${home}`).where(ofParents(from)).where(to, 'is not', null);
  if (target === undefined && conditions.length > 0) throw elsewhere('compared with conditions');
  if (target === undefined) return { rows: pairs, from, to, expressions: [readId(target, to).as('c0')] };
  const expressions = expressionsOf(selectedColumns(target, selection), { name: MEMBER });
  const members =
    home === MEMBER
      ? pairs
      : pairs.innerJoin(`${target.name} as ${MEMBER}`, (join) => join.on(sql.id(MEMBER, target.id), '=', to));
  const rows = conditionsOf(target, [...filter, ...conditions]).reduce(
    (statement, condition) => statement.where(condition),
    members,
  );
  return { rows, from, to, expressions };
}

/** Returns the statement for the page of each parent, through its index: it does not read the rows behind the page. */
function lateralPages(
  run: Run,
  membership: MembershipTable,
  { table, keys }: Parents,
  query: MembersQuery,
  each: PageSlice,
) {
  const id = sql.id(OWNER, table.id);
  const { rows, to, expressions } = memberRows(run, membership, (from) => sql`${from} = ${id}`, query);
  // Two equal rows of a join table are one member.
  const members = membership.kind === 'through' ? rows.distinctOn(to) : rows;
  const { conditions, isBackward } = memberBounds(membership.target, to, each);
  const page = conditions
    .reduce((statement, condition) => statement.where(condition), members)
    .select([...expressions, to.as(MEMBER_ID)])
    .orderBy(to, isBackward ? 'desc' : 'asc')
    .limit(each.limit)
    .offset(each.offset);
  return run.executor
    .selectFrom(`${table.name} as ${OWNER}`)
    .innerJoinLateral(page.as('page'), (join) => join.onTrue())
    .where(keysCondition(table.dialect, id, keys))
    .selectAll('page')
    .select(readId(table, id).as(PARENT))
    .orderBy(id)
    .orderBy(sql.id('page', MEMBER_ID));
}

/** Returns the statement that finds the members of many parents, in the order of their ids. */
export function membersStatement(
  run: Run,
  membership: MembershipTable,
  parents: Parents,
  query: MembersQuery,
): Statement {
  const { pagePerParent, atMost, filter = [] } = query;
  const { dialect } = parents.table;
  // If the filter cannot be applied here, select all members: a page could otherwise omit members that match.
  const isPaged = pagePerParent !== undefined && (membership.target !== undefined || filter.length === 0);
  if (isPaged && dialect.hasLateral) {
    const pages = lateralPages(run, membership, parents, query, pagePerParent);
    return atMost === undefined ? pages : pages.limit(atMost);
  }
  const given = memberRows(run, membership, (from) => keysCondition(dialect, from, parents.keys), query);
  const { rows, from, to } = given;
  const expressions = [readId(parents.table, from).as(PARENT), ...given.expressions];
  if (!isPaged) {
    const all = rows.select(expressions).orderBy(from).orderBy(to);
    return atMost === undefined ? all : all.limit(atMost);
  }
  const { conditions, isBackward } = memberBounds(membership.target, to, pagePerParent);
  // A rank, and no row number: rows of a join table that say the same thing twice are one member.
  const order = isBackward ? sql`${to} desc` : to;
  const rank = sql<number>`dense_rank() over (partition by ${from} order by ${order})`.as(RANK);
  const bounded = conditions.reduce((statement, condition) => statement.where(condition), rows);
  const pages = run.executor
    .selectFrom(bounded.select([...expressions, rank]).as('ranked'))
    .selectAll()
    .where(sql.id(RANK), '>', pagePerParent.offset)
    .where(sql.id(RANK), '<=', pagePerParent.offset + pagePerParent.limit)
    .orderBy(sql.id(PARENT))
    .orderBy(sql.id(RANK), isBackward ? 'desc' : 'asc');
  return atMost === undefined ? pages : pages.limit(atMost);
}
