import type { ResourceType } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import type { SourceSetup } from './any-source.ts';
import type { SourceCall } from './data-source.ts';
import { listOf, readReferences } from './read-related.ts';
import { idOf } from './record-id.ts';
import { selectionOf } from './selection.ts';
import type { StoredSide } from './sides.ts';
import { ownSlice } from './source-page.ts';

/** The inputs for reading links: sources without access rules. */
interface Reading extends Pick<SourceSetup, 'api' | 'sourceOf'> {
  readonly most: number;
}

/** Whether a record links to a resource of this type: a filter by ids also finds links to another type with the same id. */
function linksTo(
  { api, side }: Pick<Reading, 'api'> & Pick<StoredSide, 'side'>,
  record: object,
  type: ResourceType,
  id: string,
): boolean {
  const own = api.types.get(side.type);
  const relationship = side.relationship === undefined ? undefined : own?.relationships.get(side.relationship);
  const value = relationship && fieldOf(record, relationship.name);
  if (own === undefined || relationship === undefined || relationship.targets.length < 2 || value === undefined)
    return true;
  const members = listOf(readReferences(api, own, idOf(own.name, record), relationship, value));
  return members.some((member) => member.type.name === type.name && member.id === id);
}

/**
 * Returns the ids of the resources whose records store a link to a resource, without the resource itself. Returns
 * undefined if no data source can return them, or if there are more than the limit.
 */
export async function linkedIds(
  { api, most, sourceOf }: Reading,
  { side, inverse }: StoredSide,
  type: ResourceType,
  id: string,
  call: SourceCall,
): Promise<readonly string[] | undefined> {
  const isOther = (linked: string): boolean => side.type !== type.name || linked !== id;
  const page = ownSlice({ offset: 0, limit: most + 1 });
  const selection = selectionOf();
  const other = sourceOf(side.type);
  if (other?.list !== undefined && side.relationship !== undefined) {
    const filter = [{ field: side.relationship, operator: 'eq', values: [id] }] as const;
    const links = selectionOf(side.relationship);
    const { records } = await other.list({ filter, sort: [], page, selection: links, total: false }, call);
    const linking = records.filter((record) => linksTo({ api, side }, record, type, id));
    return records.length > most ? undefined : linking.map((record) => idOf(side.type, record)).filter(isOther);
  }
  const relationship = inverse === undefined ? undefined : type.relationships.get(inverse);
  const source = sourceOf(type.name);
  if (relationship === undefined || source?.related === undefined) return undefined;
  const found = (await source.related(relationship.name, [id], { atMost: most + 1, selection }, call)).get(id);
  const members = listOf(readReferences(api, type, id, relationship, found));
  if (members.length > most) return undefined;
  return members.filter((it) => it.type.name === side.type && isOther(it.id)).map((it) => it.id);
}
