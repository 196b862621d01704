import type { Api, RelationshipDefinition, ResourceType } from '@linkage/core';
import { firstMembers, ready, type Steps } from '@linkage/core/internal';
import type { OfferedSource } from '../port/any-source.ts';
import type { SourceCall } from '../port/data-source.ts';
import { idOf } from '../port/record-id.ts';
import { selectionOf } from '../port/selection.ts';
import { linkageOfRecords } from './linkage-of-records.ts';
import type { StoredSide } from './sides.ts';

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

/** Finds the links with the records that store them. */
function* linksOfRecords(
  reading: Reading,
  stored: Stored,
  target: string,
  ids: readonly string[],
  call: SourceCall,
): Steps<Links | undefined> {
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
  const { records } = yield* ready((source as Required<OfferedSource>).list(query, call));
  if (records.length > reading.most) return undefined;
  // Conditions of several types cannot be one filter, so all members are read.
  const wanted = { most: reading.most, ids: relationship.targets.length === 1 ? ids : undefined };
  const from = { api: reading.api, type, source };
  const linkage = isKnown ? undefined : yield* ready(linkageOfRecords(from, relationship, records, wanted, call));
  if (linkage?.isWhole === false && source.related !== undefined) return undefined;
  const asked = new Set(ids);
  const links = new Map<string, readonly string[]>();
  for (const record of records) {
    const id = idOf(type.name, record);
    // Ids do not contain their type, so a resource of another target type can have the same id.
    const linked = linkage?.of(record)?.filter((it) => it.type.name === target && asked.has(it.id));
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
export function* linkedIds(
  reading: Reading,
  { side, inverse }: StoredSide,
  type: ResourceType,
  ids: readonly string[],
  call: SourceCall,
): Steps<Links | undefined> {
  const { api, most, sourceOf } = reading;
  const other = sourceOf(side.type);
  const stored =
    side.relationship === undefined ? undefined : api.types.get(side.type)?.relationships.get(side.relationship);
  if (other?.list !== undefined && stored !== undefined) {
    const ofSide = { type: api.types.get(side.type) as ResourceType, relationship: stored, source: other };
    return yield* linksOfRecords(reading, ofSide, type.name, ids, call);
  }
  const relationship = inverse === undefined ? undefined : type.relationships.get(inverse);
  const source = sourceOf(type.name);
  if (relationship === undefined || source?.related === undefined) return undefined;
  const resources = ids.map((id) => ({ id }));
  const from = { api, type, source };
  const { of, isWhole } = yield* ready(linkageOfRecords(from, relationship, resources, { most }, call));
  if (!isWhole) return undefined;
  const links = new Map<string, string[]>();
  for (const resource of resources) {
    const { id } = resource;
    for (const member of of(resource) ?? []) {
      if (member.type.name !== side.type) continue;
      const known = links.get(member.id);
      if (known === undefined) links.set(member.id, [id]);
      else known.push(id);
    }
  }
  return links;
}
