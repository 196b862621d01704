import { errorObject, JsonApiError, type ResourceType } from '@linkage/core';
import { canSet } from '@linkage/core/internal';
import type { ConditionalSetup } from '../conditional/conditional-context.ts';
import type { SourceCall } from '../source/data-source.ts';
import { linkedIds } from '../source/linked-ids.ts';

/**
 * Rejects a deletion that would change a relationship that requests cannot change.
 *
 * @throws {JsonApiError} 403 if records store a link to the resource in such a relationship.
 */
export async function assertNoProtectedLinks(
  { api, limits, sides, sourceOf }: ConditionalSetup,
  type: ResourceType,
  id: string,
  call: SourceCall,
): Promise<void> {
  for (const stored of sides.storedLinksTo(type.name)) {
    const { relationship = '', isOpen, isDeleted } = stored.side;
    const definition = api.types.get(stored.side.type)?.relationships.get(relationship);
    // Without a relationship for the other direction, a deletion of the record does not write one.
    if (
      isOpen ||
      (isDeleted && stored.inverse === undefined) ||
      definition === undefined ||
      canSet(definition, 'update')
    )
      continue;
    const ids = await linkedIds({ api, most: limits.includedLinkage, sourceOf }, stored, type, id, call);
    if (ids?.length === 0) continue;
    const detail = 'Other resources link to this resource in a read-only relationship.';
    throw new JsonApiError(errorObject('OPERATION_NOT_SUPPORTED', detail));
  }
}
