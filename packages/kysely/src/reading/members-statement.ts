import type { FilterCondition } from '@linkage/core';
import type { PageSlice, Selection } from '@linkage/server';
import { expressionBuilder, sql } from 'kysely';
import type { MembershipTable } from '../mapping/membership-table.ts';
import type { AnyDatabase, Key, Table } from '../mapping/table.ts';
import type { Compilable } from '../statements/kept-statements.ts';
import { prepareKeys } from '../statements/keys-condition.ts';
import { isInScope, scopeOf } from '../statements/scope.ts';
import { type Row, readId, type SelectedColumns } from '../statements/selected-columns.ts';
import { type Shape, selectionShape, slotFor, startShape } from '../statements/shape.ts';
import { type Run, readRows } from './execute-read.ts';
import { prepareBounds } from './keyset-members.ts';
import { type ParentCondition, type Preparation, prepareMembers } from './member-rows.ts';

/** The column with the key of the parent. */
export const PARENT = 'parent';
const OWNER = 'owner';
const { and } = expressionBuilder<AnyDatabase>();
const MEMBER_ID = 'member_id';
const RANK = 'member_rank';

/** The resources whose members are read, by their keys. */
export interface Parents {
  readonly table: Table;
  readonly relationship: string;
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

/** Prepares the statement for the page of each parent, through its index: it does not read the rows behind the page. */
function prepareLateral(preparation: Preparation, { table, keys }: Parents, query: MembersQuery, each: PageSlice) {
  const { run, shape, membership } = preparation;
  shape.text += ';lateral';
  const id = sql.id(OWNER, table.id);
  const build = prepareMembers(preparation, (from) => sql`${from} = ${id}`, query.filter);
  const isOwner = prepareKeys(shape, table.dialect, keys);
  const { conditions, isBackward } = prepareBounds(shape, membership.target, each);
  const [limit, offset] = [slotFor(shape, each.limit) as number, slotFor(shape, each.offset) as number];
  return () => {
    const { rows, to, columns, expressions } = build();
    // Two equal rows of a join table are one member.
    const members = membership.kind === 'through' ? rows.distinctOn(to) : rows;
    const page = conditions(to)
      .reduce((statement, condition) => statement.where(condition), members)
      .select([...expressions, to.as(MEMBER_ID)])
      .orderBy(to, isBackward ? 'desc' : 'asc')
      .limit(limit)
      .offset(offset);
    const owners = scopeOf(table, OWNER).reduce(
      (statement, condition) => statement.where(condition),
      run.executor.selectFrom(`${table.name} as ${OWNER}`),
    );
    const statement = owners
      .innerJoinLateral(page.as('page'), (join) => join.onTrue())
      .where(isOwner(id))
      .selectAll('page')
      .select(readId(table, id).as(PARENT))
      .orderBy(id)
      .orderBy(sql.id('page', MEMBER_ID));
    return { statement, columns };
  };
}

/** Adds the keys of parents to a shape. Returns a function that builds the condition that a column references one of the parents. */
function prepareParents(shape: Shape, { table, keys }: Parents): ParentCondition {
  const hasKey = prepareKeys(shape, table.dialect, keys);
  return (from) => and([hasKey(from), ...isInScope(table, from, hasKey)]);
}

/** Prepares the statement for all members of each parent. */
function prepareAll(preparation: Preparation, parents: Parents, filter: MembersQuery['filter']) {
  preparation.shape.text += ';all';
  const { table } = parents;
  const ofParents = prepareParents(preparation.shape, parents);
  const build = prepareMembers(preparation, ofParents, filter);
  return () => {
    const { rows, from, to, columns, expressions } = build();
    const selected = rows.select([readId(table, from).as(PARENT), ...expressions]);
    return { statement: selected.orderBy(from).orderBy(to), columns };
  };
}

/** Prepares the statement for the page of each parent, for a database without lateral subqueries. */
function prepareRanked(preparation: Preparation, parents: Parents, query: MembersQuery, each: PageSlice) {
  const { run, shape, membership } = preparation;
  const { table } = parents;
  shape.text += ';ranked';
  const ofParents = prepareParents(shape, parents);
  const build = prepareMembers(preparation, ofParents, query.filter);
  const { conditions, isBackward } = prepareBounds(shape, membership.target, each);
  const [first, last] = [slotFor(shape, each.offset), slotFor(shape, each.offset + each.limit)];
  return () => {
    const { rows, from, to, columns, expressions } = build();
    // Equal rows of a join table are one member, so they must have one rank.
    const order = isBackward ? sql`${to} desc` : to;
    const rank = sql<number>`dense_rank() over (partition by ${from} order by ${order})`.as(RANK);
    const bounded = conditions(to).reduce((statement, condition) => statement.where(condition), rows);
    const ranked = bounded.select([readId(table, from).as(PARENT), ...expressions, rank]);
    const statement = run.executor
      .selectFrom(ranked.as('ranked'))
      .selectAll()
      .where(sql.id(RANK), '>', first)
      .where(sql.id(RANK), '<=', last)
      .orderBy(sql.id(PARENT))
      .orderBy(sql.id(RANK), isBackward ? 'desc' : 'asc');
    return { statement, columns };
  };
}

/** A statement that can still be limited. */
interface LimitableStatement extends Compilable {
  readonly limit: (count: number) => Compilable;
}

function prepareStatement(
  preparation: Preparation,
  parents: Parents,
  query: MembersQuery,
): () => { readonly statement: LimitableStatement; readonly columns: SelectedColumns | undefined } {
  const { pagePerParent, filter = [] } = query;
  // If the filter cannot be applied here, select all members: a page could otherwise omit members that match.
  const isPaged = preparation.membership.target !== undefined || filter.length === 0;
  if (pagePerParent === undefined || !isPaged) return prepareAll(preparation, parents, filter);
  return parents.table.dialect.hasLateral
    ? prepareLateral(preparation, parents, query, pagePerParent)
    : prepareRanked(preparation, parents, query, pagePerParent);
}

/** Reads the members of many parents by one statement, in the order of their ids. */
export async function readMembers(
  run: Run,
  membership: MembershipTable,
  parents: Parents,
  query: MembersQuery,
): Promise<{ readonly rows: readonly Row[]; readonly columns: SelectedColumns | undefined }> {
  const { selection, atMost } = query;
  const shape = startShape(run.executor, `members;${parents.relationship};${selectionShape(selection)};`);
  const build = prepareStatement({ run, shape, membership, selection }, parents, query);
  if (atMost === undefined) return readRows(run, parents.table, shape, build);
  shape.text += ';limit';
  const limit = slotFor(shape, atMost) as number;
  return readRows(run, parents.table, shape, () => {
    const { statement, columns } = build();
    return { statement: statement.limit(limit), columns };
  });
}
