import type { RecordId } from '@linkage/core';
import { type Awaitable, andThen, inOrder } from '@linkage/core/internal';
import type {
  CollectionQuery,
  RelatedMember,
  RelatedQuery,
  RelatedResult,
  Selection,
  SourcePage,
} from '@linkage/server';
import { idOfKey, type Key, type MembershipTable, membershipIn } from '../mapping/key.ts';
import type { MixedPart, MixedStorage, Table } from '../mapping/table.ts';
import type { Run } from './execute-read.ts';
import { boundOf, END, isEnd, isKeyset } from './keyset-page.ts';
import type { Parents } from './members-statement.ts';
import { mixedPages, type PartPage } from './mixed-pages.ts';
import { countMembers, type MembersOfOne, selectMembers, selectMembersPage } from './select-members.ts';

/** A member with its type. */
type TypedMember = { readonly type: string; readonly id: RecordId };
type MembersQuery = Extract<RelatedQuery, { readonly page?: undefined }>;

/** Returns the fields of a selection that a type has: the selection contains those of all target types. */
function selectionOn(target: Table | undefined, { attributes, relationships }: Selection): Selection {
  if (target === undefined) return { attributes: new Set(), relationships: new Set() };
  return {
    attributes: new Set([...attributes].filter((name) => target.columns.has(name))),
    relationships: new Set([...relationships].filter((name) => target.type.relationships.has(name))),
  };
}

function withType(type: string, member: RelatedMember): TypedMember {
  return typeof member === 'object' ? { ...member, type } : { type, id: String(member) };
}

function membershipOf(table: Table, { storage }: MixedPart): MembershipTable {
  return membershipIn(table, storage) as MembershipTable;
}

/** Returns a page with the position of each member. */
function placed(members: readonly TypedMember[]): SourcePage<RelatedMember> {
  return { records: members, positions: members.map(({ type, id }) => [type, String(id)]), endPosition: END };
}

/** Reads a page of the members of one resource: one statement for each type, until the page is full. */
function selectMixedPage(
  run: Run,
  table: Table,
  parent: Key,
  storage: MixedStorage,
  { page, selection, total, filter, sort }: CollectionQuery,
): Awaitable<SourcePage<RelatedMember>> {
  if (filter.length > 0 || sort.length > 0)
    throw new TypeError('A page of related resources of several types must have neither a filter nor an order.');
  const counts = new Map<MixedPart, number>();
  const membersOf = (part: MixedPart): MembersOfOne => ({
    owner: table,
    membership: membershipOf(table, part),
    parent,
  });
  const countOf = (part: MixedPart): Awaitable<number> =>
    andThen(counts.get(part) ?? countMembers(run, membersOf(part)), (count) => {
      counts.set(part, count);
      return count;
    });
  const { pages, isBackward } = mixedPages(storage, page);
  let records: readonly TypedMember[] = [];
  let { offset } = page;
  const readPart = ({ part, page: own }: PartPage): Awaitable<void> => {
    const limit = page.limit - records.length;
    if (limit <= 0) return;
    const query = { filter, sort, selection: selectionOn(part.storage.target, selection), total: false };
    const read = selectMembersPage(run, membersOf(part), { ...query, page: { ...own, offset, limit } });
    return andThen(read, (found) => {
      const members = found.records.map((member) => withType(part.name, member));
      records = isBackward ? [...members, ...records] : [...records, ...members];
      // Without the number of members of this type, the offset among the next ones is not known.
      if (offset === 0) return;
      return andThen(members.length > 0 ? offset : countOf(part), (count) => {
        offset = Math.max(0, offset - count);
      });
    });
  };
  let sum = 0;
  const addCount = (part: MixedPart): Awaitable<void> =>
    andThen(countOf(part), (count) => {
      sum += count;
    });
  return andThen(inOrder(pages, readPart), () =>
    andThen(inOrder(total ? storage.parts : [], addCount), () => ({
      ...(isKeyset(page) ? placed(records) : { records }),
      ...(isEnd(boundOf(page, 'before')) ? { hasNext: false } : {}),
      ...(total ? { total: sum } : {}),
    })),
  );
}

/** Reads the members of many resources: one statement for each type, for each few thousand resources. */
function selectMixedMembers(
  run: Run,
  { table, relationship, keys }: Parents,
  storage: MixedStorage,
  { atMost, selection, filter = [], pagePerParent }: MembersQuery,
): Awaitable<ReadonlyMap<string, RelatedResult>> {
  const all = { offset: 0, limit: Number.POSITIVE_INFINITY };
  // Types in another database ignore a filter, so more members than those of the page must be read.
  const isUnfiltered = filter.length > 0 && storage.parts.some((part) => part.storage.target === undefined);
  const slice = pagePerParent === undefined || isUnfiltered ? all : pagePerParent;
  const { pages, isBackward } = mixedPages(storage, slice);
  const end = slice.offset + slice.limit;
  const most = atMost + slice.offset * keys.length;
  const members = new Map<string, readonly TypedMember[]>();
  let count = 0;
  const readPart = ({ part, page }: PartPage): Awaitable<void> => {
    if (count >= most) return;
    const isOpen = (key: Key): boolean => (members.get(idOfKey(table, key))?.length ?? 0) < end;
    const read = selectMembers(
      run,
      membershipOf(table, part),
      { table, relationship: `${relationship}.${part.name}`, keys: slice === all ? keys : keys.filter(isOpen) },
      {
        selection: selectionOn(part.storage.target, selection),
        // Members of later types can be cut off, so that fewer of them count.
        atMost: slice === all ? most - count : most,
        filter,
        pagePerParent: slice === all ? undefined : { ...page, offset: 0, limit: end },
      },
    );
    return andThen(read, (found) => {
      for (const [id, own] of found.members) {
        const known = members.get(id) ?? [];
        const typed = own.map((member) => withType(part.name, member));
        const both = isBackward ? [...typed, ...known].slice(-end) : [...known, ...typed].slice(0, end);
        count += both.length - known.length;
        members.set(id, both);
      }
    });
  };
  const resultOf = ([id, own]: readonly [string, readonly TypedMember[]]): readonly [string, RelatedResult] => {
    const shown = isBackward ? own : own.slice(slice.offset);
    return [id, isKeyset(slice) ? placed(shown) : { records: shown }];
  };
  return andThen(inOrder(pages, readPart), () => new Map([...members].map(resultOf)));
}

/**
 * Reads related resources of several types with their fields: one statement for each type, and one more for each if a total is
 * requested.
 */
export function selectMixed(
  run: Run,
  parents: Parents,
  storage: MixedStorage,
  query: RelatedQuery,
): Awaitable<ReadonlyMap<string, RelatedResult>> {
  if (query.page === undefined) return selectMixedMembers(run, parents, storage, query);
  const [parent, ...others] = parents.keys;
  if (parent === undefined) return new Map();
  if (others.length > 0) throw new TypeError('A page of related resources requires exactly one parent.');
  const found = selectMixedPage(run, parents.table, parent, storage, query);
  return andThen(found, (page) => new Map([[idOfKey(parents.table, parent), page]]));
}
