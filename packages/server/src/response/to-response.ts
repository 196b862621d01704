import { fieldOf } from '@linkage/core/records';
import { isConditional, isNotModified } from '../conditional/conditions.ts';
import { formatEntityTag } from '../conditional/entity-tag.ts';
import type { JsonApiResponse } from '../http.ts';
import { syncResult } from '../internal/sync-result.ts';
import type { Outcome } from './outcome.ts';
import { outcomeHeaders } from './outcome-headers.ts';
import type { ResponseExchange } from './response-exchange.ts';

/** Own members, which hide properties of `Object.prototype`. */
const nothing = {
  body: undefined,
  version: undefined,
  location: undefined,
  contentLocation: undefined,
  retryAfter: undefined,
  preference: undefined,
} as unknown as Outcome;

/** The characters that a header field can contain: visible ASCII, spaces, and tabs. */
const FIELD_VALUE = /^[\t -~]*$/;

/** The client can store the response but must revalidate it. Shared caches must not store it. */
const DEFAULT_CACHE_CONTROL = 'private, no-cache';

function cacheControlOf({ setup, route, call: { context } }: ResponseExchange): string {
  const relationship = route.kind === 'related' || route.kind === 'relationship' ? route.relationship.name : undefined;
  const answer = { kind: route.kind, type: route.type.name, relationship, context };
  const value: unknown = syncResult(setup.cacheControl(answer), 'cacheControl') ?? DEFAULT_CACHE_CONTROL;
  if (typeof value !== 'string' || !FIELD_VALUE.test(value))
    throw new TypeError('cacheControl must return undefined or a string of visible ASCII, spaces, and tabs.');
  return value;
}

/** Returns the entity tag of a response to GET, or of a resource after a write. */
function entityTagOf({ status, version }: Outcome, text: string | undefined): string | undefined {
  if (status !== 200 && status !== 201 && status !== 204) return undefined;
  return text === undefined && version === undefined ? undefined : formatEntityTag(version, text);
}

/**
 * Converts the result of an operation to a response, with the header fields that every response has.
 *
 * @param method The method of the request after an override, including HEAD.
 * @throws {JsonApiError} 412 if a GET requires another version of the representation.
 */
export function toResponse(exchange: ResponseExchange, given: Outcome, method: string): JsonApiResponse {
  const outcome: Outcome = { ...nothing, ...given };
  const { contentType, vary } = exchange.negotiated;
  const { conditions } = exchange;
  const isRead = method === 'GET' || method === 'HEAD';
  const { status, body } = outcome;
  const headers = outcomeHeaders(outcome);
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  const etag = entityTagOf(outcome, text);
  const variesBy = (fieldOf(headers, 'Vary') as string | undefined) ?? vary;
  const cacheControl = isRead ? cacheControlOf(exchange) : undefined;
  const isKnown =
    isRead && etag !== undefined && isConditional(conditions) && isNotModified(conditions, etag, outcome.version);
  const own: Record<string, string> = isKnown ? {} : headers;
  if (text !== undefined && !isKnown) own['Content-Type'] = contentType;
  if (etag !== undefined) own['ETag'] = etag;
  if (cacheControl !== undefined) own['Cache-Control'] = cacheControl;
  own['Vary'] = variesBy;
  if (isKnown) return { status: 304, headers: own };
  return text === undefined ? { status, headers: own } : { status, headers: own, body: text };
}
