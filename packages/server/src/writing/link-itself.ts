import { ready, type Steps } from '@linkage/core/internal';
import { linkageWithId, linksToItself as linksOfNew } from '../sources/links/links-to-itself.ts';
import type { LinkageChange } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { isAccepted } from '../sources/port/source-answers.ts';
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
  const { operation, given, written, type } = change;
  const links = linksOfNew(given);
  if (links.length === 0) return;
  if (isAccepted(written)) assertNoLocalIds(operation.request, given.relationships);
  const id = idOf(type.name, written);
  for (const [name, linkage] of links) {
    const linkageChange = { replace: linkageWithId(linkage, id) } as LinkageChange;
    const linking = new Change(operation, 'relate', linkageChange, id, name, true);
    yield* ready(run(linking));
    change.current = undefined;
    if (change.facts !== undefined) change.know(undefined);
    if (isAccepted(linking.written)) assertNoLocalIds(operation.request, given.relationships);
  }
}
