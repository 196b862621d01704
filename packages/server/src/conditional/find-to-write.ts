import { errorObject, JsonApiError } from '@linkage/core';
import { findResource } from '../loading/find-resource.ts';
import { selectionOf, wholeSelection } from '../source/selection.ts';
import type { ConditionalExchange } from './conditional-exchange.ts';
import { assertVersion, conditionFailed, isConditional } from './conditions.ts';
import { relationshipVersion, resourceVersion } from './resource-version.ts';

/**
 * Refuses a write without `If-Match` where the server asks for one.
 *
 * @throws {JsonApiError} 428.
 * @see https://www.rfc-editor.org/rfc/rfc6585#section-3
 */
export function assertIfMatch({ setup, route, conditions }: ConditionalExchange, method: string): void {
  const isWrite = method !== 'GET' && route.kind !== 'collection';
  if (!isWrite || conditions.ifMatch !== undefined || !setup.requireIfMatch.has(route.type.name)) return;
  const detail = 'This write needs If-Match with the ETag of what it changes.';
  throw new JsonApiError(errorObject('PRECONDITION_REQUIRED', detail, { source: { header: 'If-Match' } }));
}

/**
 * The record of the resource that is about to be written, the conditions of the request checked on it. With conditions
 * it is read to be changed, so that a source that locks what it reads lets no other write come between.
 *
 * @throws {JsonApiError} 404 when there is no such resource, 412 when a condition does not hold.
 */
export async function findToWrite(
  exchange: ConditionalExchange<'resource' | 'relationship'>,
): Promise<object | undefined> {
  const { route, source, call, conditions, preference } = exchange;
  const { type, id } = route;
  const conditional = isConditional(conditions);
  if (source.find === undefined) {
    // An If-Match that nobody can check must not let a write through.
    if (conditions.ifMatch !== undefined && conditions.ifMatch !== '*')
      throw conditionFailed('If-Match', `Resources of type ${type.name} have no version that could be compared.`);
    return undefined;
  }
  const selection = conditional || preference === 'minimal' ? wholeSelection(type) : selectionOf();
  const reading = conditional ? { ...call, forUpdate: true } : call;
  const record = await findResource({ source, call: reading }, type, id, selection);
  if (!conditional) return record;
  const version =
    route.kind === 'relationship'
      ? await relationshipVersion(exchange, { type, id, record, relationship: route.relationship })
      : resourceVersion(exchange, type, record);
  assertVersion(conditions, version);
  return record;
}
