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
    const stored = api.types.get(side.type)?.relationships.get(side.relationship);
    const isTyped = stored === undefined || stored.targets.length === 1;
    const filter = [{ field: side.relationship, operator: 'eq', values: [id] }] as const;
    const selected = isTyped ? selection : selectionOf(side.relationship);
    const { records } = await other.list({ filter, sort: [], page, selection: selected, total: false }, call);
    if (records.length > most) return undefined;
    // Ids do not contain their type, so a resource of another target type can have the same id.
    const links = (record: object): boolean => {
      const value = isTyped ? undefined : fieldOf(record, stored.name);
      if (isTyped || value === undefined) return true;
      return listOf(readReferences(api, api.types.get(side.type) as ResourceType, id, stored, value)).some(
        (it) => it.type.name === type.name && it.id === id,
      );
    };
    return records
      .filter(links)
      .map((record) => idOf(side.type, record))
      .filter(isOther);
  }
  const relationship = inverse === undefined ? undefined : type.relationships.get(inverse);
  const source = sourceOf(type.name);
  if (relationship === undefined || source?.related === undefined) return undefined;
  const found = (await source.related(relationship.name, [id], { atMost: most + 1, selection }, call)).get(id);
  const members = listOf(readReferences(api, type, id, relationship, found));
  if (members.length > most) return undefined;
  return members.filter((it) => it.type.name === side.type && isOther(it.id)).map((it) => it.id);
}
