import { fieldOf } from '@linkage/core/records';
import { isConditional, isNotModified } from '../conditional/conditions.ts';
import { formatEntityTag } from '../conditional/entity-tag.ts';
import type { JsonApiResponse } from '../http.ts';
import { syncResult } from '../internal/sync-result.ts';
import type { Outcome } from './outcome.ts';
import { outcomeHeaders } from './outcome-headers.ts';
import type { ResponseExchange } from './response-exchange.ts';

/** Own members, which hide those that `Object.prototype` may have. */
const nothing = {
  body: undefined,
  version: undefined,
  location: undefined,
  contentLocation: undefined,
  retryAfter: undefined,
  preference: undefined,
} as unknown as Outcome;

/** What may stand in a header field: visible ASCII, spaces and tabs. */
const FIELD_VALUE = /^[\t -~]*$/;

/** An answer that the client may keep, but asks about each time, and that nobody between it and the server keeps. */
const DEFAULT_CACHE_CONTROL = 'private, no-cache';

function cacheControlOf({ setup, route, call: { context } }: ResponseExchange): string {
  const relationship = route.kind === 'related' || route.kind === 'relationship' ? route.relationship.name : undefined;
  const answer = { kind: route.kind, type: route.type.name, relationship, context };
  const value: unknown = syncResult(setup.cacheControl(answer), 'cacheControl') ?? DEFAULT_CACHE_CONTROL;
  if (typeof value !== 'string' || !FIELD_VALUE.test(value))
    throw new TypeError('cacheControl must return undefined or a string of visible ASCII, spaces, and tabs.');
  return value;
}

/** The entity tag of an answer: of what GET shows, and of a resource as a write left it. */
function entityTagOf({ status, version }: Outcome, text: string | undefined): string | undefined {
  if (status !== 200 && status !== 201 && status !== 204) return undefined;
  return text === undefined && version === undefined ? undefined : formatEntityTag(version, text);
}

/**
 * Turns what an operation came to into a response, with the header fields that every response has.
 *
 * @param method The method that the request means, HEAD included.
 * @throws {JsonApiError} 412 when the representation is not the one that a GET demands.
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
