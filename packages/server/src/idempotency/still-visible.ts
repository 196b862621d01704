import { errorObject, JsonApiError } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import { byType } from '../internal/by-type.ts';
import type { AnySource } from '../source/any-source.ts';
import type { SourceCall } from '../source/data-source.ts';
import type { StoredAnswer } from '../source/idempotency-store.ts';
import { idOf } from '../source/record-id.ts';
import { selectionOf } from '../source/selection.ts';

type SourceOf = (type: string) => AnySource | undefined;

interface Identity {
  readonly type: string;
  readonly id: string;
}

/** Returns the resources in the primary data, in the results, and in `included` of a document. */
function resourcesIn(body: string | undefined): readonly Identity[] {
  if (body === undefined) return [];
  const document = JSON.parse(body) as object;
  const results = (fieldOf(document, 'atomic:results') ?? []) as readonly object[];
  const found = [
    fieldOf(document, 'data'),
    fieldOf(document, 'included'),
    ...results.map((result) => fieldOf(result, 'data')),
  ].flat();
  return found.filter((identity) => identity !== undefined && identity !== null) as Identity[];
}

async function foundIn(source: AnySource | undefined, ids: readonly string[], type: string, call: SourceCall) {
  const found = await source?.find?.(ids, selectionOf(), call);
  return new Set(found?.map((record) => idOf(type, record)));
}

/**
 * Checks that the caller can still read the resources of a response. Ignores resources that were deleted in the
 * meantime.
 *
 * @throws {JsonApiError} 404 if a resource exists that the caller cannot read.
 */
export async function assertVisible(
  answer: StoredAnswer,
  sources: { readonly shown: SourceOf; readonly all: SourceOf },
  call: SourceCall,
): Promise<void> {
  for (const [type, resources] of byType(
    resourcesIn(fieldOf(answer, 'body') as string | undefined),
    (identity) => identity.type,
  )) {
    const ids = [...new Set(resources.map(({ id }) => id))];
    const shown = await foundIn(sources.shown(type), ids, type, call);
    const others = ids.filter((id) => !shown.has(id));
    if (others.length === 0) continue;
    const hidden = await foundIn(sources.all(type), others, type, call);
    if (hidden.size > 0) throw new JsonApiError(errorObject('NOT_FOUND', 'The resource does not exist.'));
  }
}
