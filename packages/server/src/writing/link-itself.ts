import { type Api, type CreateInput, errorObject, JsonApiError, type ResourceType } from '@linkage/core';
import type { AnySource } from '../source/any-source.ts';
import type { LinkageChange, SourceCall, SourceRecord } from '../source/data-source.ts';
import { linkageWithId, ownLinks, withoutOwnLinks } from '../source/own-links.ts';
import { idOf } from '../source/record-id.ts';
import { type Accepted, isAccepted } from '../source/source-answers.ts';
import { assertWritten } from './assert-written.ts';

/** What creates a resource. */
interface Creating {
  readonly type: ResourceType;
  readonly source: AnySource;
  /** Whether access rules guard the source: they see the whole input, and leave out what this adds. */
  readonly isGuarded: boolean;
}

function refused(): JsonApiError {
  const detail = 'A resource cannot relate to itself while it is created in the background.';
  return new JsonApiError(errorObject('OPERATION_NOT_SUPPORTED', detail));
}

/**
 * Creates a resource. If it relates to itself by its local id, these relationships are changed once its id is known.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export async function createLinked(
  { type, source, isGuarded }: Creating,
  input: CreateInput<Api, string>,
  call: SourceCall,
): Promise<SourceRecord | Accepted | undefined> {
  const own = ownLinks(input);
  const created = await source.create?.(isGuarded ? input : withoutOwnLinks(input), call);
  if (own.length === 0) return created;
  if (isAccepted(created)) throw refused();
  const id = idOf(type.name, created);
  for (const [name, linkage] of own) {
    const change = { replace: linkageWithId(linkage, id) } as LinkageChange;
    const related = await source.relate?.(id, name, change, call);
    if (isAccepted(related)) throw refused();
    assertWritten(type, 'relate', related);
  }
  return created;
}
