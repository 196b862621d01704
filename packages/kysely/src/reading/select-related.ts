import type { FilterTerm } from '@linkage/core';
import type {
  CollectionQuery,
  PageSlice,
  RelatedMember,
  RelatedQuery,
  RelatedResult,
  Selection,
} from '@linkage/server';
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Links, linksOf } from '../mapping/links.ts';
import { type AnyDatabase, type Key, keysOf, type Table } from '../mapping/table.ts';
import { conditionsOf } from '../statements/conditions.ts';
import { keysCondition } from '../statements/keys-condition.ts';
import { expressionsOf, MEMBER, type Row, readId, recordOf, selectedColumns } from '../statements/selected-columns.ts';
import { executeRead, type Run } from './execute-read.ts';
import { memberBounds, withPositions } from './keyset-members.ts';
import { isKeyset } from './keyset-page.ts';
import { selectPage } from './select-page.ts';

const LINK = 'link';
const PARENT = 'parent';
const OWNER = 'owner';
const MEMBER_ID = 'member_id';
const RANK = 'member_rank';
const eb = expressionBuilder<AnyDatabase>();

function elsewhere(what: string): TypeError {
  return new TypeError(`Related resources in another database cannot be ${what}.`);
}

/**
 * Returns the rows of members and their selected columns: the parent, the member's id as `c0`, and its other fields.
 */
function memberRows(
  { executor, conditions = [] }: Run,
  links: Links,
  ofParents: (from: RawBuilder<unknown>) => Expression<SqlBool>,
  { selection, filter = [] }: MembersQuery,
) {
  const { kind, target } = links;
  // A foreign key in the members' own table does not require a second table.
  const home = kind === 'foreign-key' ? MEMBER : LINK;
  const [from, to] = [sql.id(home, links.from), sql.id(home, links.to)];
  const pairs = executor.selectFrom(`${links.table} as ${home}`).where(ofParents(from)).where(to, 'is not', null);
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

/** The resources whose members are read, by their keys. */
interface Parents {
  readonly table: Table;
  readonly keys: readonly Key[];
}

/** Returns the statement for the page of each parent, through its index: it does not read the rows behind the page. */
function lateralPages(run: Run, links: Links, { table, keys }: Parents, query: MembersQuery, each: PageSlice) {
  const id = sql.id(OWNER, table.id);
  const { rows, to, expressions } = memberRows(run, links, (from) => sql`${from} = ${id}`, query);
  // Two equal rows of a join table are one member.
  const members = links.kind === 'through' ? rows.distinctOn(to) : rows;
  const { conditions, isBackward } = memberBounds(links.target, to, each);
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
function membersStatement(run: Run, links: Links, parents: Parents, query: MembersQuery) {
  const { eachPage, atMost, filter = [] } = query;
  const { dialect } = parents.table;
  // If the filter cannot be applied here, select all members: a page could otherwise omit members that match.
  const isPaged = eachPage !== undefined && (links.target !== undefined || filter.length === 0);
  if (isPaged && dialect.hasLateral) {
    const pages = lateralPages(run, links, parents, query, eachPage);
    return atMost === undefined ? pages : pages.limit(atMost);
  }
  const given = memberRows(run, links, (from) => keysCondition(dialect, from, parents.keys), query);
  const { rows, from, to } = given;
  const expressions = [readId(parents.table, from).as(PARENT), ...given.expressions];
  if (!isPaged) {
    const all = rows.select(expressions).orderBy(from).orderBy(to);
    return atMost === undefined ? all : all.limit(atMost);
  }
  const { conditions, isBackward } = memberBounds(links.target, to, eachPage);
  // A rank, and no row number: rows of a join table that say the same thing twice are one member.
  const order = isBackward ? sql`${to} desc` : to;
  const rank = sql<number>`dense_rank() over (partition by ${from} order by ${order})`.as(RANK);
  const bounded = conditions.reduce((statement, condition) => statement.where(condition), rows);
  const pages = run.executor
    .selectFrom(bounded.select([...expressions, rank]).as('ranked'))
    .selectAll()
    .where(sql.id(RANK), '>', eachPage.offset)
    .where(sql.id(RANK), '<=', eachPage.offset + eachPage.limit)
    .orderBy(sql.id(PARENT))
    .orderBy(sql.id(RANK), isBackward ? 'desc' : 'asc');
  return atMost === undefined ? pages : pages.limit(atMost);
}

/** The query of the members of many parents. Conditions on members in another database are ignored. */
interface MembersQuery {
  readonly selection: Selection;
  /** The maximum number of members of all parents together. */
  readonly atMost: number | undefined;
  readonly filter: readonly FilterTerm[] | undefined;
  readonly eachPage: PageSlice | undefined;
}

/** Reads the members of many parents: one statement for each few thousand parents. */
async function selectMembers(
  run: Run,
  links: Links,
  { table, keys }: Parents,
  query: MembersQuery,
): Promise<ReadonlyMap<string, readonly RelatedMember[]>> {
  const columns = links.target && selectedColumns(links.target, query.selection);
  const members = new Map<string, RelatedMember[]>();
  const { maxKeys } = table.dialect;
  let left = query.atMost;
  for (let start = 0; start < keys.length && left !== 0; start += maxKeys) {
    const parents = { table, keys: keys.slice(start, start + maxKeys) };
    const statement = membersStatement(run, links, parents, { ...query, atMost: left });
    const rows: readonly Row[] = await executeRead(statement, run);
    if (left !== undefined) left -= rows.length;
    for (const row of rows) {
      const member = columns === undefined ? (row['c0'] as string) : recordOf(columns, row);
      const siblings = members.get(String(row[PARENT]));
      if (siblings === undefined) members.set(String(row[PARENT]), [member]);
      else siblings.push(member);
    }
  }
  return members;
}

/** Returns the statement for one page of the members of one parent. */
function selectMembersPage(run: Run, links: Links, parent: unknown, query: CollectionQuery) {
  const { target } = links;
  if (target === undefined) throw elsewhere('read page by page');
  const { conditions = [] } = run;
  const filtered = { ...query, filter: [...query.filter, ...conditions] };
  if (links.kind === 'foreign-key')
    return selectPage(run, target, filtered, eb(sql.id(MEMBER, links.from), '=', parent));
  const members = eb
    .selectFrom(`${links.table} as ${LINK}`)
    .select(sql.id(LINK, links.to).as('id'))
    .where(sql.id(LINK, links.from), '=', parent);
  return selectPage(run, target, filtered, eb(sql.id(MEMBER, target.id), 'in', members));
}

/** Reads related resources with their fields: one statement, and another one if a total is requested. */
export async function selectRelated(
  run: Run,
  table: Table,
  relationship: string,
  parentIds: readonly string[],
  query: RelatedQuery,
): Promise<ReadonlyMap<string, RelatedResult>> {
  const links = linksOf(table, relationship);
  const parents = keysOf(table, parentIds);
  const [parent] = parents;
  if (parent === undefined) return new Map();
  const { selection } = query;
  if (links.kind === 'column') {
    if (query.page !== undefined && query.filter.length > 0)
      throw new TypeError('A query of a to-one relationship must not contain a filter.');
    // Never limited: a truncated member would look like an empty relationship.
    const all = { selection, atMost: undefined, filter: undefined, eachPage: undefined };
    const members = await selectMembers(run, links, { table, keys: parents }, all);
    return new Map([...members].map(([id, [member = null]]) => [id, member]));
  }
  if (query.page === undefined) {
    const { atMost, filter, eachPage } = query;
    const members = await selectMembers(run, links, { table, keys: parents }, { selection, atMost, filter, eachPage });
    const isPlaced = eachPage !== undefined && isKeyset(eachPage);
    return new Map([...members].map(([id, records]) => [id, isPlaced ? withPositions(records) : { records }]));
  }
  if (parents.length > 1) throw new TypeError('A page of related resources requires exactly one parent.');
  return new Map([[String(parent), await selectMembersPage(run, links, parent, query)]]);
}
