import { ready, type Steps } from '@linkage/core/internal';
import { linkageWithId, linksToItself as linksOfNew } from '../sources/links/links-to-itself.ts';
import type { LinkageChange } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import type { RunSteps } from './application-writes.ts';
import { Change } from './change.ts';
import { assertNoLocalIds } from './check-identifiers.ts';

/**
 * Sets the links of a new resource to itself, after it has an id.
 *
 * @throws {JsonApiError} 403 if the source creates the resource or sets the links in the background.
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export function* linksToItself(change: Change, run: RunSteps): Steps<void> {
  if (!change.is('create')) return;
  const { operation, given, accepted, written, type } = change;
  const links = linksOfNew(given);
  if (links.length === 0) return;
  if (accepted !== undefined) assertNoLocalIds(operation.request, given.relationships);
  const id = idOf(type.name, written);
  for (const [name, linkage] of links) {
    const linkageChange = { replace: linkageWithId(linkage, id) } as LinkageChange;
    const linking = new Change(operation, 'updateRelationship', linkageChange, id, name, true);
    yield* ready(run(linking));
    change.current = undefined;
    if (change.facts !== undefined) change.know(undefined);
    if (linking.accepted !== undefined) assertNoLocalIds(operation.request, given.relationships);
  }
}
