import type { ResourceType } from '@linkage/core';
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
    const { records } = await other.list({ filter, sort: [], page, selection, total: false }, call);
    return records.length > most ? undefined : records.map((record) => idOf(side.type, record)).filter(isOther);
  }
  const relationship = inverse === undefined ? undefined : type.relationships.get(inverse);
  const source = sourceOf(type.name);
  if (relationship === undefined || source?.related === undefined) return undefined;
  const found = (await source.related(relationship.name, [id], { atMost: most + 1, selection }, call)).get(id);
  const members = listOf(readReferences(api, type, id, relationship, found));
  if (members.length > most) return undefined;
  return members.filter((it) => it.type.name === side.type && isOther(it.id)).map((it) => it.id);
}
