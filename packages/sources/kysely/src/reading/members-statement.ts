import type { FilterCondition } from '@linkage/core';
import type { Awaitable } from '@linkage/core/internal';
import type { PageSlice, Selection, SourceSortField } from '@linkage/server';
import { type RawBuilder, sql } from 'kysely';
import { type Key, keyNames, type MembershipTable } from '../mapping/key.ts';
import { eb, type Table } from '../mapping/table.ts';
import { orderByAll, whereAll } from '../statements/condition.ts';
import type { Compilable } from '../statements/kept-statements.ts';
import { type KeyReference, keyAt, readKey } from '../statements/key-columns.ts';
import { positionColumns } from '../statements/key-values.ts';
import { prepareKeys } from '../statements/keys-condition.ts';
import { prepareOrder } from '../statements/order-keys.ts';
import { filteredIdOf, isFilteredId, rowFilterOf } from '../statements/row-filter.ts';
import type { SelectedColumns } from '../statements/selected-columns.ts';
import { type Shape, selectionShape, slotFor, sortShape, startShape } from '../statements/shape.ts';
import { type RowsRead, type Run, readRows } from './execute-read.ts';
import type { RowsQuery } from './filtered-rows.ts';
import { prepareBounds } from './keyset-members.ts';
import { isKeyset } from './keyset-page.ts';
import { type ParentCondition, type Preparation, prepareMembers } from './member-rows.ts';
import { missingOfMembers } from './needed-indexes.ts';
import { joinOrder, orderText } from './ordered-rows.ts';

/** The column with the key of the parent. */
export const PARENT = 'parent';
const OWNER = 'owner';
/** The columns of the member's id. */
const memberId = (index: number): string => `member_id${index}`;
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
  /** The order of each parent's members, with `pagePerParent`. Default: that of their ids. */
  readonly sort?: readonly SourceSortField[] | undefined;
}

/** Prepares the statement for the page of each parent, through its index: it does not read the rows behind the page. */
function prepareLateral(preparation: Preparation, { table, keys }: Parents, query: MembersQuery, each: PageSlice) {
  const { run, shape, membership } = preparation;
  shape.text += ';lateral';
  const id = keyAt(OWNER, keyNames(table));
  const build = prepareMembers(preparation, (from) => sql`${from.row} = ${id.row}`, query.filter);
  const isOwner = prepareKeys(shape, table.dialect, keys);
  const { conditions, isBackward } = prepareBounds(shape, membership.target, each);
  const [limit, offset] = [slotFor(shape, each.limit) as number, slotFor(shape, each.offset) as number];
  return () => {
    const { rows, to, columns, expressions } = build();
    // Two equal rows of a join table are one member.
    const members = membership.kind === 'through' ? rows.distinctOn(to.row) : rows;
    const selected = whereAll(members, conditions(to.row)).select([
      ...expressions,
      ...to.columns.map((column, index) => column.as(memberId(index))),
    ]);
    const page = to.columns
      .reduce((statement, column) => statement.orderBy(column, isBackward ? 'desc' : 'asc'), selected)
      .limit(limit)
      .offset(offset);
    const owners = whereAll(run.executor.selectFrom(`${table.name} as ${OWNER}`), rowFilterOf(table, OWNER));
    const pages = owners
      .innerJoinLateral(page.as('page'), (join) => join.onTrue())
      .where(isOwner(id))
      .selectAll('page')
      .select(readKey(table, id).as(PARENT));
    const order = [...id.columns, ...to.columns.map((_, index) => sql.id('page', memberId(index)))];
    const statement = orderByAll(pages, order);
    return { statement, columns };
  };
}

/** Adds the keys of parents to a shape. Returns a function that builds the condition that a column references one of the parents. */
function prepareParents(shape: Shape, { table, keys }: Parents): ParentCondition {
  const hasKey = prepareKeys(shape, table.dialect, keys);
  return (from) => eb.and([hasKey(from), ...isFilteredId(table, from, hasKey)]);
}

/** Selects the id of the parent that a column references. */
function parentId(table: Table, from: KeyReference): RawBuilder<unknown> {
  const isLoose = table.key.some(({ hasSpellings }) => hasSpellings);
  return isLoose ? sql`(${filteredIdOf(table, from)})` : readKey(table, from);
}

/** Prepares the statement for all members of each parent. */
function prepareAll(preparation: Preparation, parents: Parents, filter: MembersQuery['filter']) {
  preparation.shape.text += ';all';
  const { table } = parents;
  const ofParents = prepareParents(preparation.shape, parents);
  const build = prepareMembers(preparation, ofParents, filter);
  return () => {
    const { rows, from, to, columns, expressions } = build();
    const selected = rows.select([parentId(table, from).as(PARENT), ...expressions]);
    const statement = orderByAll(selected, [...from.columns, ...to.columns]);
    return { statement, columns };
  };
}

/** Prepares the statement for the page of each parent, for a database without lateral subqueries. */
function prepareRanked(preparation: Preparation, parents: Parents, query: MembersQuery, each: PageSlice) {
  const { run, shape, membership } = preparation;
  const { table } = parents;
  shape.text += ';ranked';
  const ofParents = prepareParents(shape, parents);
  const build = prepareMembers(preparation, ofParents, query.filter);
  const { sort = [] } = query;
  const order = sort.length === 0 ? undefined : prepareOrder(shape, membership.target as Table, sort);
  const { conditions, isBackward } = prepareBounds(shape, membership.target, each);
  const [first, last] = [slotFor(shape, each.offset), slotFor(shape, each.offset + each.limit)];
  return () => {
    const { rows, from, to, columns, expressions } = build();
    // Equal rows of a join table are one member, so they must have one rank.
    const keys = order?.() ?? [];
    const places = keys.map((key) => orderText(table, key));
    const ids = to.columns.map((column) => (isBackward ? sql`${column} desc` : column));
    const over = sql`partition by ${sql.join(from.columns)} order by ${sql.join(order === undefined ? ids : places)}`;
    const rank = sql<number>`dense_rank() over (${over})`.as(RANK);
    const bounded = whereAll(order === undefined ? rows : joinOrder(rows as RowsQuery, keys), conditions(to.row));
    const positions = order === undefined || !isKeyset(each) ? [] : positionColumns(membership.target as Table, keys);
    const ranked = bounded.select([parentId(table, from).as(PARENT), ...expressions, ...positions, rank]);
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
  return parents.table.dialect.hasLateral && (query.sort ?? []).length === 0
    ? prepareLateral(preparation, parents, query, pagePerParent)
    : prepareRanked(preparation, parents, query, pagePerParent);
}

/** Reads the members of many parents, or the first of them, by one statement, in the order of their ids. */
export function readMembers(
  run: Run,
  membership: MembershipTable,
  parents: Parents,
  query: MembersQuery,
  atMost: number | undefined,
): Awaitable<RowsRead<SelectedColumns | undefined>> {
  const { selection } = query;
  const shape = startShape(
    run.executor,
    `members;${parents.relationship};${selectionShape(selection)};${sortShape(query.sort ?? [])};`,
  );
  const build = prepareStatement({ run, shape, membership, selection }, parents, query);
  const lacking = () =>
    missingOfMembers(parents.table, membership, [...(query.filter ?? []), ...(run.conditions ?? [])]);
  if (atMost === undefined) return readRows(run, parents.table, shape, build, lacking);
  shape.text += ';limit';
  const limit = slotFor(shape, atMost) as number;
  const buildLimited = () => {
    const { statement, columns } = build();
    return { statement: statement.limit(limit), columns };
  };
  return readRows(run, parents.table, shape, buildLimited, lacking);
}
