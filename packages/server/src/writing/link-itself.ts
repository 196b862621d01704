import type { Api, CreateInput } from '@linkage/core';
import type { ConditionalContext } from '../reading/conditional/conditional-context.ts';
import type { LinkageChange, SourceCall, SourceRecord } from '../sources/data-source.ts';
import { creatingCall, linkageWithId, linksToItself, withoutLinksToItself } from '../sources/links-to-itself.ts';
import { idOf } from '../sources/record-id.ts';
import { type Accepted, isAccepted } from '../sources/source-answers.ts';
import { assertWritten } from './assert-written.ts';
import { assertNoLocalIds } from './check-identifiers.ts';

/**
 * Creates a resource. If it references itself by its local id, the relationships are changed after it has an id.
 *
 * @param isGuarded Whether access rules guard the source. Its methods then receive the complete input, and omit these
 * relationships.
 * @throws {JsonApiError} 403 if the resource references itself, and its source creates it in the background.
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export async function createLinked(
  { setup, route: { type }, source }: Pick<ConditionalContext, 'setup' | 'route' | 'source'>,
  input: CreateInput<Api, string>,
  call: SourceCall,
  isGuarded: boolean,
): Promise<SourceRecord | Accepted | undefined> {
  const links = linksToItself(input);
  const created = await source.create?.(isGuarded ? input : withoutLinksToItself(input), call);
  if (links.length === 0) return created;
  const assertNone = (): void => assertNoLocalIds(setup, input.relationships);
  if (isAccepted(created)) assertNone();
  const id = idOf(type.name, created);
  for (const [name, linkage] of links) {
    const change = { replace: linkageWithId(linkage, id) } as LinkageChange;
    const related = await source.relate?.(id, name, change, creatingCall(call));
    if (isAccepted(related)) assertNone();
    assertWritten(type, 'relate', related);
  }
  return created;
}
