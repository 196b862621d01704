import { JsonApiError, problem, type ResourceType } from '@linkage/core';
import type { SourceCall } from '../data-source.ts';
import type { AnySource, ServerSetup } from '../exchange.ts';
import { listOf, readReferences } from '../loading/read-related.ts';
import { idOf } from '../loading/record-id.ts';
import { selectionOf } from '../loading/selection.ts';
import type { StoredSide } from '../sides.ts';

/** What reading links takes: sources as they are, without access rules. */
interface Reading {
  readonly api: ServerSetup['api'];
  readonly most: number;
  readonly sourceOf: (type: string) => AnySource | undefined;
}

/**
 * Returns the ids of the resources whose records store a link to a resource, without the resource itself. Returns undefined
 * if no data source can tell, or if there are more than may be read.
 */
export async function linkedIds(
  { api, most, sourceOf }: Reading,
  { side, inverse }: StoredSide,
  type: ResourceType,
  id: string,
  call: SourceCall,
): Promise<readonly string[] | undefined> {
  const isOther = (linked: string): boolean => side.type !== type.name || linked !== id;
  const page = { offset: 0, limit: most + 1 };
  const selection = selectionOf();
  const holder = sourceOf(side.type);
  if (holder?.list !== undefined && side.relationship !== undefined) {
    const filter = [{ field: side.relationship, operator: 'eq', values: [id] }] as const;
    const { records } = await holder.list({ filter, sort: [], page, selection, total: false }, call);
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

/**
 * Refuses a deletion that would change a relationship with `write: false`.
 *
 * @throws {JsonApiError} 403 if records store a link to the resource in such a relationship.
 */
export async function assertNoProtectedLinks(
  { api, limits, sides, sourceOf }: ServerSetup,
  type: ResourceType,
  id: string,
  call: SourceCall,
): Promise<void> {
  for (const stored of sides.storedLinksTo(type.name)) {
    const { relationship = '', isOpen } = stored.side;
    if (isOpen || api.types.get(stored.side.type)?.relationships.get(relationship)?.write !== false) continue;
    const ids = await linkedIds({ api, most: limits.includedLinkage, sourceOf }, stored, type, id, call);
    if (ids?.length === 0) continue;
    const detail = 'Other resources have a link to this resource, and that link cannot be changed.';
    throw new JsonApiError(problem('OPERATION_NOT_SUPPORTED', detail));
  }
}
