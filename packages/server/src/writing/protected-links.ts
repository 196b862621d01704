import type { ResourceType } from '@linkage/core';
import { canSet, ready, rejection, type Steps } from '@linkage/core/internal';
import { linkedIds } from '../sources/links/linked-ids.ts';
import type { StoredSide } from '../sources/links/sides.ts';
import type { OfferedSource } from '../sources/port/any-source.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { selectionOf } from '../sources/port/selection.ts';
import { callWith } from '../sources/port/source-call.ts';
import type { WritingRequest } from './context.ts';

/** Returns the read-only relationships whose records can store a link to a resource of a type: a deletion would change them. */
export function protectingSides({ api, server }: WritingRequest, type: ResourceType): readonly StoredSide[] {
  return server.sides.storedLinksTo(type.name).filter(({ side, inverse }) => {
    const definition = api.types.get(side.type)?.relationships.get(side.relationship ?? '');
    // Without a relationship for the other direction, a deletion of the record does not write one.
    const isUnwritten = side.isOpen || (side.isDeleted && inverse === undefined);
    return !isUnwritten && definition !== undefined && !canSet(definition, 'update');
  });
}

/**
 * Rejects a deletion that would change a relationship that requests cannot change.
 *
 * @throws {JsonApiError} 403 if records store a link to the resource in such a relationship.
 */
export function* assertNoProtectedLinks(
  request: WritingRequest,
  type: ResourceType,
  id: string,
  call: SourceCall,
): Steps<void> {
  const { api, server } = request;
  const sourceOf = (name: string): OfferedSource | undefined => request.sourceOf(name);
  const reading = { api, most: server.limits.includedLinkage, sourceOf };
  const locking = callWith(call, { forUpdate: true });
  let isLocked = false;
  for (const stored of protectingSides(request, type)) {
    // Nothing can begin to link to a locked resource.
    if (!isLocked) yield* ready(sourceOf(type.name)?.find?.([id], selectionOf(), locking));
    isLocked = true;
    const links = yield* linkedIds(reading, stored, type, [id], locking);
    const isItself = (linked: string): boolean => stored.side.type === type.name && linked === id;
    if (links !== undefined && [...links.keys()].every(isItself)) continue;
    throw rejection('OPERATION_NOT_SUPPORTED.protectedLinks', {});
  }
}
