import { errorObject, JsonApiError } from '@linkage/core';
import { allFields, selectionOf } from '../../sources/selection.ts';
import { findResource } from '../find-resource.ts';
import type { ConditionalContext } from './conditional-context.ts';
import { assertVersion, isConditional, preconditionFailed } from './preconditions.ts';
import { relationshipVersion, resourceVersion } from './resource-version.ts';

/**
 * Rejects a write without `If-Match` if the server requires it.
 *
 * @throws {JsonApiError} 428.
 * @see https://www.rfc-editor.org/rfc/rfc6585#section-3
 */
export function assertIfMatch({ setup, route, conditions }: ConditionalContext, method: string): void {
  const isWrite = method !== 'GET' && route.kind !== 'collection';
  if (!isWrite || conditions.ifMatch !== undefined || !setup.requireIfMatch.has(route.type.name)) return;
  const detail = '`If-Match` is required for this write. Send the `ETag` of the resource.';
  throw new JsonApiError(errorObject('PRECONDITION_REQUIRED', detail, { source: { header: 'If-Match' } }));
}

/**
 * Returns the record of the resource that will be written, after checking the preconditions of the request. With
 * preconditions, reads the record for an update, so that a source with locks prevents other writes in between.
 *
 * @param mustLock Whether a check of the current linkage precedes the write, so that other writes must wait.
 * @throws {JsonApiError} 404 if the resource does not exist, 412 if a precondition does not match.
 */
export async function findBeforeWrite(
  context: ConditionalContext<'resource' | 'relationship'>,
  mustLock = false,
): Promise<object | undefined> {
  const { route, source, call, conditions, preference } = context;
  const { type, id } = route;
  const conditional = isConditional(conditions);
  if (source.find === undefined) {
    // An `If-Match` that cannot be checked must not allow a write.
    if (conditions.ifMatch !== undefined && conditions.ifMatch !== '*')
      throw preconditionFailed(
        'If-Match',
        `Resources of type "${type.name}" do not have a version that can be compared.`,
      );
    return undefined;
  }
  const selection = conditional || preference === 'minimal' ? allFields(type) : selectionOf();
  const reading = conditional || mustLock ? { ...call, forUpdate: true } : call;
  const record = await findResource({ source, call: reading }, type, id, selection);
  if (!conditional) return record;
  const version =
    route.kind === 'relationship'
      ? await relationshipVersion(context, { type, id, record, relationship: route.relationship })
      : resourceVersion(context, type, record);
  assertVersion(conditions, version);
  return record;
}
