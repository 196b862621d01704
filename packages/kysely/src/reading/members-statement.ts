import type { FilterCondition } from '@linkage/core';
import type { PageSlice, Selection } from '@linkage/server';
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MembershipTable } from '../mapping/membership-table.ts';
import type { AnyDatabase, Key, Table } from '../mapping/table.ts';
import type { Compilable } from '../statements/kept-statements.ts';
import { prepareKeys } from '../statements/keys-condition.ts';
import { prepareConditions } from '../statements/prepare-conditions.ts';
import { isInScope, scopeOf } from '../statements/scope.ts';
import {
  expressionsOf,
  MEMBER,
  type Row,
  readId,
  type SelectedColumns,
  selectedColumns,
} from '../statements/selected-columns.ts';
import { type Shape, selectionShape, slotFor, startShape } from '../statements/shape.ts';
import { type Run, readRows } from './execute-read.ts';
import { prepareBounds } from './keyset-members.ts';

/** The name of the join table in a statement. */
export const LINK = 'link';
/** The column with the key of the parent. */
export const PARENT = 'parent';
const OWNER = 'owner';
const { and } = expressionBuilder<AnyDatabase>();
const MEMBER_ID = 'member_id';
const RANK = 'member_rank';

/** Creates the error for an operation that a statement on one database cannot do. */
export function elsewhere(what: string): TypeError {
  return new TypeError(`Related resources in another database cannot be ${what}.`);
}

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

/** A statement in preparation. */
interface Preparation {
  readonly run: Run;
  readonly shape: Shape;
  readonly membership: MembershipTable;
  readonly selection: Selection;
}

/** Builds the condition on the column of the parent. */
type ParentCondition = (from: RawBuilder<unknown>) => Expression<SqlBool>;

/**
 * Adds the filter of members to a shape. Returns a function that builds the query of members, and their selected columns: the
 * member's id as `c0`, and its other fields.
 */
function prepareMembers(
  { run: { executor, conditions = [] }, shape, membership, selection }: Preparation,
  ofParents: ParentCondition,
  filter: readonly FilterCondition[] = [],
) {
  const { kind, target } = membership;
  // A foreign key in the members' own table does not require a second table.
  const home = kind === 'foreign-key' ? MEMBER : LINK;
  if (target === undefined && conditions.length > 0) throw elsewhere('compared with conditions');
  const matches = target === undefined ? () => [] : prepareConditions(shape, target, [...filter, ...conditions]);
  return () => {
    const [from, to] = [sql.id(home, membership.from), sql.id(home, membership.to)];
    const pairs = executor
      .selectFrom(`${membership.table} as ${home}`)
      .where(ofParents(from))
      .where(to, 'is not', null);
    if (target === undefined) {
      return { rows: pairs, from, to, columns: undefined, expressions: [readId(target, to).as('c0')] };
    }
    const columns = selectedColumns(target, selection);
    const expressions = expressionsOf(columns, { name: MEMBER });
    const members =
      home === MEMBER
        ? pairs
        : pairs.innerJoin(`${target.name} as ${MEMBER}`, (join) => join.on(sql.id(MEMBER, target.id), '=', to));
    const rows = [...scopeOf(target, MEMBER), ...matches()].reduce(
      (statement, condition) => statement.where(condition),
      members,
    );
    return { rows, from, to, columns, expressions };
  };
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
