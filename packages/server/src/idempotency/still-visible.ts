import { type Api, errorObject, JsonApiError } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import { byType } from '../internal/by-type.ts';
import type { AnySource } from '../source/any-source.ts';
import type { SourceCall } from '../source/data-source.ts';
import type { StoredAnswer } from '../source/idempotency-store.ts';
import { idOf } from '../source/record-id.ts';
import { selectionOf } from '../source/selection.ts';
import { fieldNamesOf, type ShownResource, shownPartsOf } from './shown-parts.ts';

type SourceOf = (type: string) => AnySource | undefined;

/** The parts of an API that the caller of a repeated request can read now. */
export interface Sight {
  /** The API with only the fields that the caller can read. */
  readonly api: Api;
  /** The sources that enforce the access rules. */
  readonly shown: SourceOf;
  /** The sources without access rules. */
  readonly all: SourceOf;
  /** Whether the caller can read the same fields of all types as when the response was stored. */
  readonly hasSameFields: boolean;
}

async function foundIn(source: AnySource | undefined, ids: readonly string[], type: string, call: SourceCall) {
  const found = await source?.find?.(ids, selectionOf(), call);
  return new Set(found?.map((record) => idOf(type, record)));
}

/** Whether one of these resources exists, but the caller cannot read it. Resources that were deleted do not exist. */
async function hasHidden(
  resources: readonly ShownResource[],
  { shown, all }: Sight,
  call: SourceCall,
): Promise<boolean> {
  for (const [type, ofType] of byType(resources, (identity) => identity.type)) {
    const ids = [...new Set(ofType.map(({ id }) => id))];
    const visible = await foundIn(shown(type), ids, type, call);
    const others = ids.filter((id) => !visible.has(id));
    if (others.length > 0 && (await foundIn(all(type), others, type, call)).size > 0) return true;
  }
  return false;
}

/** Whether a resource object shows a field that the caller cannot read. */
function showsHiddenField({ types }: Api, resource: ShownResource): boolean {
  const type = types.get(resource.type);
  return fieldNamesOf(resource).some(
    (name) => (type?.attributes.get(name) ?? type?.relationships.get(name))?.read !== true,
  );
}

/**
 * Checks that the caller can still read everything in a stored response: its resources, its linkage, and its fields.
 * Ignores resources that were deleted in the meantime. Meta objects can be made from any field, so a response with meta
 * objects is repeated only if the caller can read the same fields as before.
 *
 * @throws {JsonApiError} 404 if a resource exists that the caller cannot read. 403 if the caller cannot read linkage, a
 * field, or the meta objects.
 */
export async function assertVisible(answer: StoredAnswer, sight: Sight, call: SourceCall): Promise<void> {
  const { resources, linkage, hasMeta } = shownPartsOf(fieldOf(answer, 'body') as string | undefined);
  if (await hasHidden(resources, sight, call))
    throw new JsonApiError(errorObject('NOT_FOUND', 'The resource does not exist.'));
  const isWithdrawn =
    (hasMeta && !sight.hasSameFields) ||
    resources.some((resource) => showsHiddenField(sight.api, resource)) ||
    (await hasHidden(linkage, sight, call));
  if (!isWithdrawn) return;
  throw new JsonApiError(
    errorObject('FORBIDDEN', 'You are not allowed to read the response to this request any more.'),
  );
}
