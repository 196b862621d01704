import type { MetaObject } from '@linkage/core';
import { type Awaitable, andThen, LinkedRecord } from '@linkage/core/internal';
import type { CollectionQuery, RelatedMember, SourcePage } from '@linkage/server';
import type { Expression, SqlBool } from 'kysely';
import { type Key, keyNames, type MembershipTable } from '../mapping/key.ts';
import { eb, type Table } from '../mapping/table.ts';
import { keyAt, selectedKey } from '../statements/key-columns.ts';
import { positionIn } from '../statements/key-values.ts';
import { prepareKeys } from '../statements/keys-condition.ts';
import { isTyped, pairsOf } from '../statements/links.ts';
import { isFilteredId } from '../statements/row-filter.ts';
import { MEMBER, recordOf, type SelectedColumns, type SourceRow } from '../statements/selected-columns.ts';
import type { RowsRead, Run } from './execute-read.ts';
import { type Restriction, selectTotal } from './filtered-rows.ts';
import { isKeyset } from './keyset-page.ts';
import { elsewhere, LINK, metaOf } from './member-rows.ts';
import { type MembersQuery, PARENT, type Parents, readMembers } from './members-statement.ts';
import { missingOfMembers } from './needed-indexes.ts';
import { maxKeysOf, selectPage } from './select-page.ts';

/** Returns a member with the data of its membership. */
function withData(type: string, member: RelatedMember, meta: MetaObject): RelatedMember {
  return typeof member === 'object'
    ? new LinkedRecord(type, String(member.id), member, meta)
    : { type, id: member, meta };
}

/** The members of many resources, by the ids of these. */
export interface MembersFound {
  readonly members: ReadonlyMap<string, readonly RelatedMember[]>;
  /** Their positions in the order of the query, if it has pages by positions. */
  readonly positions: ReadonlyMap<string, readonly unknown[]>;
}

/** Reads the members of many parents: one statement for each few thousand parents. */
export function selectMembers(
  run: Run,
  membership: MembershipTable,
  parents: Parents,
  query: MembersQuery,
): Awaitable<MembersFound> {
  const members = new Map<string, RelatedMember[]>();
  const positions = new Map<string, unknown[]>();
  const { keys, relationship } = parents;
  const { data, target } = membership;
  const { sort = [], pagePerParent } = query;
  const placedIn = sort.length > 0 && pagePerParent !== undefined && isKeyset(pagePerParent) ? target : undefined;
  const type = parents.table.type.relationships.get(relationship)?.targets[0] as string;
  const maxKeys = maxKeysOf(parents.table);
  const add = ({ rows, columns }: RowsRead<SelectedColumns | undefined>): void => {
    for (const row of rows) {
      const found = columns === undefined ? (row['c0'] as string) : recordOf(columns, row);
      const member = data === undefined ? found : withData(type, found, metaOf(data, row));
      const parent = String(row[PARENT]);
      const siblings = members.get(parent);
      if (siblings === undefined) members.set(parent, [member]);
      else siblings.push(member);
      if (placedIn === undefined) continue;
      const placed = positions.get(parent) ?? [];
      positions.set(parent, placed);
      placed.push(positionIn(placedIn, row, row['c0']));
    }
  };
  const readFrom = (start: number, atMost: number | undefined): Awaitable<MembersFound> => {
    if (start >= keys.length || atMost === 0) return { members, positions };
    const some = keys.length <= maxKeys ? parents : { ...parents, keys: keys.slice(start, start + maxKeys) };
    return andThen(readMembers(run, membership, some, query, atMost), (read) => {
      add(read);
      return readFrom(start + maxKeys, atMost === undefined ? undefined : atMost - read.rows.length);
    });
  };
  return readFrom(0, query.atMost);
}

/** The members of one resource, in this database. */
export interface MembersOfOne {
  readonly owner: Table;
  readonly membership: MembershipTable;
  readonly parent: Key;
}

/** Returns the condition that a row of the members' table is a member. */
function isMemberOf({ owner, membership, parent }: MembersOfOne, target: Table): Restriction {
  const { kind, table, from, to, typed } = membership;
  const prepare: Restriction['prepare'] = (shape) => {
    // Two types can have one table, with different row filters.
    shape.text += `${owner.type.name},${kind},${table},${from},${to},${typed?.column}=${typed?.value}`;
    const hasKey = prepareKeys(shape, owner.dialect, [parent]);
    const ofParent = (home: string): Expression<SqlBool> => {
      const column = keyAt(home, from);
      return eb.and([hasKey(column), ...isTyped(home, typed), ...isFilteredId(owner, column, hasKey)]);
    };
    if (kind === 'foreign-key') return () => ofParent(MEMBER);
    return () => {
      const links = eb.selectFrom(pairsOf(membership, LINK)).select(selectedKey(keyAt(LINK, to)));
      return eb(keyAt(MEMBER, keyNames(target)).row, 'in', links.where(ofParent(LINK)));
    };
  };
  return { prepare, missingIndexes: (filter) => missingOfMembers(owner, membership, filter) };
}

/** Reads one page of the members of one resource. */
export function selectMembersPage(
  run: Run,
  members: MembersOfOne,
  query: CollectionQuery,
): Awaitable<SourcePage<SourceRow>> {
  const { target } = members.membership;
  if (target === undefined) throw elsewhere('read page by page');
  const filter = [...query.filter, ...(run.conditions ?? [])];
  return selectPage(run, target, { ...query, filter }, isMemberOf(members, target));
}

/** Reads the number of members of one resource. */
export function countMembers(run: Run, members: MembersOfOne): Awaitable<number> {
  const { target } = members.membership;
  if (target === undefined) throw elsewhere('counted');
  return selectTotal(run, target, { filter: run.conditions ?? [], restriction: isMemberOf(members, target) });
}
