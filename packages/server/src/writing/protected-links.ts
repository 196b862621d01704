import type { ResourceType } from '@linkage/core';
import { canSet, rejection } from '@linkage/core/internal';
import { linkedIds } from '../sources/links/linked-ids.ts';
import type { OfferedSource } from '../sources/port/any-source.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { selectionOf } from '../sources/port/selection.ts';
import { callWith } from '../sources/port/source-call.ts';
import type { WritingRequest } from './context.ts';

/**
 * Rejects a deletion that would change a relationship that requests cannot change.
 *
 * @throws {JsonApiError} 403 if records store a link to the resource in such a relationship.
 */
export async function assertNoProtectedLinks(
  request: WritingRequest,
  type: ResourceType,
  id: string,
  call: SourceCall,
): Promise<void> {
  const { api, server } = request;
  const sourceOf = (name: string): OfferedSource | undefined => request.sourceOf(name);
  const reading = { api, most: server.limits.includedLinkage, sourceOf };
  const locking = callWith(call, { forUpdate: true });
  let isLocked = false;
  for (const stored of server.sides.storedLinksTo(type.name)) {
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
    // Nothing can begin to link to a locked resource.
    if (!isLocked) await sourceOf(type.name)?.find?.([id], selectionOf(), locking);
    isLocked = true;
    const links = await linkedIds(reading, stored, type, [id], locking);
    const isItself = (linked: string): boolean => stored.side.type === type.name && linked === id;
    if (links !== undefined && [...links.keys()].every(isItself)) continue;
    throw rejection('OPERATION_NOT_SUPPORTED.protectedLinks', {});
  }
}
