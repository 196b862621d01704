import type { CollectionQuery, RelatedMember, RelatedQuery, RelatedResult } from '@linkage/server';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { idOfKey, type Key, keyNames, keysOf } from '../mapping/key.ts';
import { type MembershipTable, membershipTableOf } from '../mapping/membership-table.ts';
import type { AnyDatabase, Table } from '../mapping/table.ts';
import { keyAt, selectedKey } from '../statements/key-columns.ts';
import { prepareKeys } from '../statements/keys-condition.ts';
import { isTyped } from '../statements/links.ts';
import { isInScope } from '../statements/scope.ts';
import { MEMBER, recordOf } from '../statements/selected-columns.ts';
import type { Run } from './execute-read.ts';
import { withPositions } from './keyset-members.ts';
import { isKeyset } from './keyset-page.ts';
import { elsewhere, LINK } from './member-rows.ts';
import { type MembersQuery, PARENT, type Parents, readMembers } from './members-statement.ts';
import { maxKeysOf, selectByKeys, selectPage } from './select-page.ts';

const eb = expressionBuilder<AnyDatabase>();

/** Reads the members of many parents: one statement for each few thousand parents. */
async function selectMembers(
  run: Run,
  membership: MembershipTable,
  { keys, ...parents }: Parents,
  query: MembersQuery,
): Promise<ReadonlyMap<string, readonly RelatedMember[]>> {
  const members = new Map<string, RelatedMember[]>();
  const maxKeys = maxKeysOf(parents.table);
  let left = query.atMost;
  for (let start = 0; start < keys.length && left !== 0; start += maxKeys) {
    const some = { ...parents, keys: keys.slice(start, start + maxKeys) };
    const { rows, columns } = await readMembers(run, membership, some, { ...query, atMost: left });
    if (left !== undefined) left -= rows.length;
    for (const row of rows) {
      const member = columns === undefined ? (row['c0'] as string) : recordOf(columns, row);
      const parent = String(row[PARENT]);
      const siblings = members.get(parent);
      if (siblings === undefined) members.set(parent, [member]);
      else siblings.push(member);
    }
  }
  return members;
}

/** Returns the statement for one page of the members of one parent. */
function selectMembersPage(run: Run, owner: Table, membership: MembershipTable, parent: Key, query: CollectionQuery) {
  const { target, kind, table, from, to, typed } = membership;
  if (target === undefined) throw elsewhere('read page by page');
  const { conditions = [] } = run;
  const filtered = { ...query, filter: [...query.filter, ...conditions] };
  return selectPage(run, target, filtered, (shape) => {
    // Two types can have one table, with different scopes.
    shape.text += `${owner.type.name},${kind},${table},${from},${to},${typed?.column}=${typed?.value}`;
    const hasKey = prepareKeys(shape, owner.dialect, [parent]);
    const ofParent = (home: string): Expression<SqlBool> => {
      const column = keyAt(home, from);
      return eb.and([hasKey(column), ...isTyped(home, typed), ...isInScope(owner, column, hasKey)]);
    };
    if (kind === 'foreign-key') return () => ofParent(MEMBER);
    return () => {
      const links = eb.selectFrom(`${table} as ${LINK}`).select(selectedKey(keyAt(LINK, to)));
      return eb(keyAt(MEMBER, keyNames(target)).row, 'in', links.where(ofParent(LINK)));
    };
  });
}

/** Reads the identifiers of resources of several types: their fields are in several tables. */
async function selectLinkage(
  run: Run,
  table: Table,
  relationship: string,
  keys: readonly Key[],
): Promise<ReadonlyMap<string, RelatedResult>> {
  if (run.conditions !== undefined && run.conditions.length > 0)
    throw new TypeError(`Conditions on \`${relationship}\` must be applied to each target type.`);
  const selection = { attributes: new Set<string>(), relationships: new Set([relationship]) };
  const records = await selectByKeys({ ...run, isLocking: undefined }, table, keys, selection);
  return new Map(
    records.map((record) => [
      String(record.id),
      (record as unknown as Readonly<Record<string, RelatedResult>>)[relationship] ?? null,
    ]),
  );
}

/** Reads related resources with their fields: one statement, and another one if a total is requested. */
export async function selectRelated(
  run: Run,
  table: Table,
  relationship: string,
  parentIds: readonly string[],
  query: RelatedQuery,
): Promise<ReadonlyMap<string, RelatedResult>> {
  const membership = membershipTableOf(table, relationship);
  const parents = keysOf(table, parentIds);
  const [parent] = parents;
  if (parent === undefined) return new Map();
  const { selection } = query;
  if (membership === undefined) return selectLinkage(run, table, relationship, parents);
  if (membership.kind === 'column') {
    if (query.page !== undefined && query.filter.length > 0)
      throw new TypeError('A query of a to-one relationship must not contain a filter.');
    // Never limited: a truncated member would look like an empty relationship.
    const all = { selection, atMost: undefined, filter: undefined, pagePerParent: undefined };
    const members = await selectMembers(run, membership, { table, relationship, keys: parents }, all);
    return new Map([...members].map(([id, [member = null]]) => [id, member]));
  }
  if (query.page === undefined) {
    const { atMost, filter, pagePerParent } = query;
    const members = await selectMembers(
      run,
      membership,
      { table, relationship, keys: parents },
      { selection, atMost, filter, pagePerParent },
    );
    const isPlaced = pagePerParent !== undefined && isKeyset(pagePerParent);
    return new Map([...members].map(([id, records]) => [id, isPlaced ? withPositions(records) : { records }]));
  }
  if (parents.length > 1) throw new TypeError('A page of related resources requires exactly one parent.');
  return new Map([[idOfKey(parent), await selectMembersPage(run, table, membership, parent, query)]]);
}
