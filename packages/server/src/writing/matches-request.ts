import type { ResourceType } from '@linkage/core';
import { memberOf, receivedAttributes, versionText } from '@linkage/core/internal';

import type { WritingOperation } from './context.ts';

/** A write request, as parsed. */
interface Requested {
  readonly id?: string | undefined;
  readonly attributes: object;
  readonly relationships: object;
}

/**
 * Whether a resource after a write matches the request as the client sent it, so that the client does not need the response document:
 * a default, a computed attribute, or a value that a schema changed does not match. If unsure, returns false, and the client receives
 * the resource.
 *
 * @param before The whole record before an update; undefined for a new resource.
 * @param after The whole record after the write.
 * @see https://jsonapi.org/format/1.1/#crud-creating-responses
 */
export function matchesRequest(
  { request }: Pick<WritingOperation, 'request'>,
  type: ResourceType,
  before: object | undefined,
  requested: Requested,
  after: object,
): boolean {
  // A relationship that the record does not contain was written as requested; otherwise, the write would have failed.
  const carried = Object.entries(requested.relationships).filter(([name]) => memberOf(after, name) !== undefined);
  const expected: Record<string, unknown> = { id: requested.id };
  // Records can inherit their fields, or have accessors for them.
  if (before !== undefined) for (const name of type.relationships.keys()) expected[name] = memberOf(before, name);
  Object.assign(expected, Object.fromEntries(carried));
  const attributes = { before, sent: receivedAttributes(requested.attributes) };
  return versionText(request.api, type, expected, attributes) === versionText(request.api, type, after);
}
