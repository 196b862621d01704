import type { Api, FilterTerm, RelationshipDefinition, ResourceType } from '@linkage/core';
import { fieldOf, type Reference } from '@linkage/core/records';
import type { OfferedSource } from './any-source.ts';
import type { SourceCall } from './data-source.ts';
import { listOf, readReferences } from './read-related.ts';
import { idOf } from './record-id.ts';
import { selectionOf } from './selection.ts';
import type { StoredSide } from './sides.ts';
import { firstMembers } from './source-page.ts';

/** The inputs for reading links: sources without access rules. */
interface Reading {
  readonly api: Api;
  readonly sourceOf: (type: string) => OfferedSource | undefined;
  readonly most: number;
}

/** The resources whose records store links to other resources, by id, with the ids of these. */
type Links = ReadonlyMap<string, readonly string[]>;

/** A relationship whose records store links, with its type and its source. */
interface Stored {
  readonly type: ResourceType;
  readonly relationship: RelationshipDefinition;
  readonly source: OfferedSource;
}

/**
 * Returns the linkage of records by their ids: from the records, or by one call of `related`. Records whose linkage the source
 * cannot return are missing. Returns undefined if there are more members than the limit.
 */
async function storedLinkage(
  { api, most }: Reading,
  { type, relationship, source }: Stored,
  records: readonly object[],
  filter: readonly FilterTerm[],
  call: SourceCall,
): Promise<ReadonlyMap<string, readonly Reference[]> | undefined> {
  const { name, kind, targets } = relationship;
  const read = (id: string, value: unknown): readonly Reference[] =>
    listOf(readReferences(api, type, id, relationship, value));
  const values = new Map(records.map((record) => [idOf(type.name, record), fieldOf(record, name)]));
  const unknown = [...values].flatMap(([id, value]) => (value === undefined ? [id] : []));
  const isAsked = unknown.length > 0 && source.related !== undefined;
  // Conditions of several types cannot be one filter, so all members are read.
  const query = { atMost: most + 1, selection: selectionOf(), ...(targets.length === 1 ? { filter } : {}) };
  const found = isAsked ? await source.related?.(name, unknown, query, call) : undefined;
  let members = 0;
  const linkage = new Map<string, readonly Reference[]>();
  for (const [id, value] of values) {
    if (value === undefined && !isAsked) continue;
    const references = read(id, value === undefined ? found?.get(id) : value);
    if (value === undefined) members += references.length;
    linkage.set(id, references);
  }
  return kind === 'to-many' && members > most ? undefined : linkage;
}

/** Finds the links with the records that store them. */
async function linksOfRecords(
  reading: Reading,
  stored: Stored,
  target: string,
  ids: readonly string[],
  call: SourceCall,
): Promise<Links | undefined> {
  const { type, relationship, source } = stored;
  const { name } = relationship;
  // One resource of the only target type: every record that matches references it.
  const isKnown = relationship.targets.length === 1 && ids.length === 1;
  const query = {
    filter: [{ field: name, operator: 'eq', values: ids }] as const,
    sort: [],
    page: firstMembers(reading.most + 1),
    selection: isKnown ? selectionOf() : selectionOf(name),
    total: false,
  };
  const { records } = await (source as Required<OfferedSource>).list(query, call);
  if (records.length > reading.most) return undefined;
  const filter: FilterTerm[] = [{ field: 'id', operator: 'eq', values: ids }];
  const linkage = isKnown
    ? new Map<string, readonly Reference[]>()
    : await storedLinkage(reading, stored, records, filter, call);
  if (linkage === undefined) return undefined;
  const asked = new Set(ids);
  const links = new Map<string, readonly string[]>();
  for (const record of records) {
    const id = idOf(type.name, record);
    // Ids do not contain their type, so a resource of another target type can have the same id.
    const linked = linkage.get(id)?.filter((it) => it.type.name === target && asked.has(it.id));
    // If the linkage is unknown, the record may reference any of them.
    const to = linked === undefined ? ids : linked.map((it) => it.id);
    if (to.length > 0) links.set(id, to);
  }
  return links;
}

/**
 * Returns the resources whose records store links to resources of a type, in one source call for all of them, or two if the
 * records do not contain the linkage. Returns undefined if no data source can return them, or if there are more than the
 * limit.
 */
export async function linkedIds(
  reading: Reading,
  { side, inverse }: StoredSide,
  type: ResourceType,
  ids: readonly string[],
  call: SourceCall,
): Promise<Links | undefined> {
  const { api, most, sourceOf } = reading;
  const other = sourceOf(side.type);
  const stored =
    side.relationship === undefined ? undefined : api.types.get(side.type)?.relationships.get(side.relationship);
  if (other?.list !== undefined && stored !== undefined) {
    const ofSide = { type: api.types.get(side.type) as ResourceType, relationship: stored, source: other };
    return linksOfRecords(reading, ofSide, type.name, ids, call);
  }
  const relationship = inverse === undefined ? undefined : type.relationships.get(inverse);
  const source = sourceOf(type.name);
  if (relationship === undefined || source?.related === undefined) return undefined;
  const found = await source.related(relationship.name, ids, { atMost: most + 1, selection: selectionOf() }, call);
  const links = new Map<string, string[]>();
  let count = 0;
  for (const id of ids) {
    const members = listOf(readReferences(api, type, id, relationship, found.get(id)));
    count += members.length;
    for (const member of members) {
      if (member.type.name !== side.type) continue;
      const known = links.get(member.id);
      if (known === undefined) links.set(member.id, [id]);
      else known.push(id);
    }
  }
  return count > most ? undefined : links;
}
