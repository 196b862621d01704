import type { FilterTerm } from '@linkage/core';
import type { CollectionQuery, RelatedMember, RelatedQuery, RelatedResult, Selection } from '@linkage/server';
import { expressionBuilder, sql } from 'kysely';
import { conditionsOf } from './conditions.ts';
import { type Links, linksOf } from './links.ts';
import { type Run, selectPage } from './select-page.ts';
import { expressionsOf, MEMBER, type Row, recordOf, selectedColumns } from './selected-columns.ts';
import { type AnyDatabase, keysOf, type Table } from './table.ts';

const LINK = 'link';
const PARENT = 'parent';
const eb = expressionBuilder<AnyDatabase>();

/** Which members are wanted. Conditions on members in another database are not looked at, as the port has it. */
interface Wanted {
  readonly selection: Selection;
  readonly atMost: number | undefined;
  readonly filter?: readonly FilterTerm[] | undefined;
}

/** The statement that finds the members of many parents, in a stable order. */
function membersStatement({ executor }: Run, links: Links, parents: readonly unknown[], wanted: Wanted) {
  const { selection, filter = [] } = wanted;
  const { kind, target } = links;
  // A foreign key in the members' own table needs no second table.
  const home = kind === 'foreign-key' ? MEMBER : LINK;
  const from = sql.id(home, links.from);
  const to = sql.id(home, links.to);
  const pairs = executor
    .selectFrom(`${links.table} as ${home}`)
    .where(from, 'in', parents)
    .where(to, 'is not', null)
    .orderBy(from)
    .orderBy(to);
  if (target === undefined) return pairs.select([from.as(PARENT), to.as('c0')]);
  const expressions = [from.as(PARENT), ...expressionsOf(selectedColumns(target, selection), { name: MEMBER })];
  const members =
    home === MEMBER
      ? pairs
      : pairs.innerJoin(`${target.name} as ${MEMBER}`, (join) => join.on(sql.id(MEMBER, target.id), '=', to));
  return conditionsOf(target, filter)
    .reduce((statement, condition) => statement.where(condition), members)
    .select(expressions);
}

/** The members of many parents. `atMost` bounds the members of all of them together. */
async function selectMembers(
  run: Run,
  links: Links,
  parents: readonly unknown[],
  wanted: Wanted,
): Promise<ReadonlyMap<string, readonly RelatedMember[]>> {
  const statement = membersStatement(run, links, parents, wanted);
  const { selection, atMost } = wanted;
  const limited = atMost === undefined ? statement : statement.limit(atMost);
  const rows: readonly Row[] = await limited.execute({ signal: run.signal });
  const columns = links.target && selectedColumns(links.target, selection);
  const members = new Map<string, RelatedMember[]>();
  for (const row of rows) {
    const member = columns === undefined ? (row['c0'] as string) : recordOf(columns, row);
    const siblings = members.get(String(row[PARENT]));
    if (siblings === undefined) members.set(String(row[PARENT]), [member]);
    else siblings.push(member);
  }
  return members;
}

/** One page of the members of one parent. */
function selectMembersPage(run: Run, links: Links, parent: unknown, query: CollectionQuery) {
  const { target } = links;
  if (target === undefined) throw new TypeError('Related resources of another database cannot be read page by page.');
  if (links.kind === 'foreign-key') return selectPage(run, target, query, eb(sql.id(MEMBER, links.from), '=', parent));
  const members = eb
    .selectFrom(`${links.table} as ${LINK}`)
    .select(sql.id(LINK, links.to).as('id'))
    .where(sql.id(LINK, links.from), '=', parent);
  return selectPage(run, target, query, eb(sql.id(MEMBER, target.id), 'in', members));
}

/** Reads related resources with their fields: one statement, and one more when a total is wanted. */
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
      throw new TypeError('A to-one relationship takes no filter.');
    // Never limited: a member that is cut off would read as "no related resource".
    const members = await selectMembers(run, links, parents, { selection, atMost: undefined });
    return new Map([...members].map(([id, [member = null]]) => [id, member]));
  }
  if (query.page === undefined) {
    const members = await selectMembers(run, links, parents, query);
    return new Map([...members].map(([id, records]) => [id, { records }]));
  }
  if (parents.length > 1) throw new TypeError('A page is of the related resources of one resource only.');
  return new Map([[String(parent), await selectMembersPage(run, links, parent, query)]]);
}
