import { fieldOf } from '@linkage/core';
import { isConditional, isNotModified } from '../conditional/conditions.ts';
import { formatEntityTag } from '../conditional/entity-tag.ts';
import type { Exchange, Outcome } from '../exchange.ts';
import type { JsonApiResponse } from '../http.ts';

/** Own members, which hide those that `Object.prototype` may have. */
const nothing = { headers: undefined, body: undefined, version: undefined } as unknown as Outcome;

/** What may stand in a header field: visible ASCII, spaces and tabs. */
const FIELD_VALUE = /^[\t -~]*$/;

/** An answer that the client may keep, but asks about each time, and that nobody between it and the server keeps. */
const DEFAULT_CACHE_CONTROL = 'private, no-cache';

function cacheControlOf({ setup, route, call: { context } }: Exchange): string {
  const relationship = 'relationship' in route ? route.relationship.name : undefined;
  const given = setup.cacheControl({ kind: route.kind, type: route.type.name, relationship, context });
  const value = given ?? DEFAULT_CACHE_CONTROL;
  if (!FIELD_VALUE.test(value)) throw new TypeError('cacheControl gives what cannot stand in a header field.');
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
export function toResponse(exchange: Exchange, given: Outcome, method: string): JsonApiResponse {
  const outcome: Outcome = { ...nothing, ...given };
  const { contentType, vary } = exchange.negotiated;
  const { conditions } = exchange;
  const isRead = method === 'GET' || method === 'HEAD';
  const { status, headers, body } = outcome;
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  const etag = entityTagOf(outcome, text);
  const common = {
    ...(etag === undefined ? {} : { ETag: etag }),
    ...(isRead ? { 'Cache-Control': cacheControlOf(exchange) } : {}),
    Vary: (headers && (fieldOf(headers, 'Vary') as string | undefined)) ?? vary,
  };
  if (isRead && etag !== undefined && isConditional(conditions)) {
    if (isNotModified(conditions, etag, outcome.version)) return { status: 304, headers: common };
  }
  return {
    status,
    headers: { ...headers, ...(text === undefined ? {} : { 'Content-Type': contentType }), ...common },
    ...(text === undefined ? {} : { body: text }),
  };
}
