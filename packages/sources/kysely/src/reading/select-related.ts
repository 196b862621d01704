import { type Awaitable, andThen, LinkedRecord } from '@linkage/core/internal';
import type { RelatedMember, RelatedQuery, RelatedResult, SourcePage } from '@linkage/server';
import { idOfKey, type Key, keysOf, type MembershipTable, membershipIn } from '../mapping/key.ts';
import { storageOf, type Table } from '../mapping/table.ts';
import type { SourceRow } from '../statements/selected-columns.ts';
import type { Run } from './execute-read.ts';
import { withPositions } from './keyset-members.ts';
import { boundOf, isKeyset } from './keyset-page.ts';
import { elsewhere } from './member-rows.ts';
import type { Parents } from './members-statement.ts';
import { selectMembers, selectMembersPage } from './select-members.ts';
import { selectMixed } from './select-mixed.ts';
import { selectByKeys } from './select-page.ts';

const noFields = { attributes: new Set<string>(), relationships: new Set<string>() };

/** Reads the identifiers of resources of several types: their fields are in several tables. */
function selectLinkage(
  run: Run,
  table: Table,
  relationship: string,
  keys: readonly Key[],
): Awaitable<ReadonlyMap<string, RelatedResult>> {
  const selection = { attributes: new Set<string>(), relationships: new Set([relationship]) };
  const linkageOf = (record: object): RelatedResult =>
    (record as Readonly<Record<string, RelatedResult>>)[relationship] ?? null;
  const found = selectByKeys(run, table, keys, selection);
  return andThen(found, (records) => new Map(records.map((record) => [String(record.id), linkageOf(record)])));
}

/** Reads related resources with their fields: one statement, and another one if a total is requested. */
export function selectRelated(
  run: Run,
  table: Table,
  relationship: string,
  parentIds: readonly string[],
  query: RelatedQuery,
): Awaitable<ReadonlyMap<string, RelatedResult>> {
  const storage = storageOf(table, relationship);
  const parents = keysOf(table, parentIds);
  const [parent] = parents;
  if (parent === undefined) return new Map();
  const { selection } = query;
  const hasTypes = storage.kind === 'polymorphic' || storage.kind === 'mixed';
  if (hasTypes && run.conditions !== undefined && run.conditions.length > 0)
    throw new TypeError(`Conditions on \`${relationship}\` must be applied to each target type.`);
  if (storage.kind === 'polymorphic') return selectLinkage(run, table, relationship, parents);
  if (storage.kind === 'mixed') return selectMixed(run, { table, relationship, keys: parents }, storage, query);
  const membership = membershipIn(table, storage) as MembershipTable;
  if (table.type.relationships.get(relationship)?.kind === 'to-one') {
    if (query.page !== undefined && query.filter.length > 0)
      throw new TypeError('A query of a to-one relationship must not contain a filter.');
    // Never limited: a truncated member would look like an empty relationship.
    const all = { selection, atMost: undefined, filter: undefined, pagePerParent: undefined };
    const found = selectMembers(run, membership, { table, relationship, keys: parents }, all);
    return andThen(found, ({ members }) => new Map([...members].map(([id, [member = null]]) => [id, member])));
  }
  if (query.page === undefined || parents.length > 1) {
    const { atMost, filter, page, pagePerParent = page } = query;
    if (page !== undefined && membership.target === undefined) throw elsewhere('read page by page');
    if (
      page !== undefined &&
      (query.total || boundOf(page, 'after') !== undefined || boundOf(page, 'before') !== undefined)
    )
      throw new TypeError('A page of the members of several resources must have neither a total nor a position.');
    const sort = page === undefined ? [] : query.sort;
    const found = selectMembers(
      run,
      membership,
      { table, relationship, keys: parents },
      { selection, atMost, filter, pagePerParent, sort },
    );
    const isPlaced = pagePerParent !== undefined && isKeyset(pagePerParent);
    return andThen(found, ({ members, positions }) => {
      const pageOf = (id: string, records: readonly RelatedMember[]) => {
        const placed = isPlaced ? withPositions(records) : { records };
        const ordered = positions.get(id);
        return ordered === undefined ? placed : { ...placed, positions: ordered };
      };
      return new Map([...members].map(([id, records]) => [id, pageOf(id, records)]));
    });
  }
  const found = selectMembersPage(run, { owner: table, membership, parent }, query);
  const { data } = membership;
  const shown =
    data === undefined
      ? found
      : andThen(found, (page) => withDataOfPage(run, membership, { table, relationship, keys: [parent] }, page));
  return andThen(shown, (page) => new Map([[idOfKey(table, parent), page]]));
}

/** Adds the data of each membership to a page of members: one more statement. */
function withDataOfPage(
  run: Run,
  membership: MembershipTable,
  parents: Parents,
  page: SourcePage<SourceRow>,
): Awaitable<SourcePage<RelatedMember>> {
  const ids = page.records.map(({ id }) => String(id));
  if (ids.length === 0) return page;
  const filter = [{ field: 'id', operator: 'eq', values: ids } as const];
  const asked = { selection: noFields, atMost: undefined, filter, pagePerParent: undefined };
  return andThen(selectMembers(run, membership, parents, asked), (found) => {
    const linked = [...found.members.values()].flat().filter((it) => it instanceof LinkedRecord);
    const metas = new Map(linked.map(({ id, meta }) => [id, meta]));
    const records = page.records.map((record) => {
      const meta = metas.get(String(record.id));
      const [type = ''] = parents.table.type.relationships.get(parents.relationship)?.targets ?? [];
      return meta === undefined ? record : new LinkedRecord(type, String(record.id), record, meta);
    });
    return { ...page, records };
  });
}
