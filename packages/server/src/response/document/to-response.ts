import { formatEntityTag, isNotModified, noPreconditions, syncResult } from '@linkage/core/internal';
import type { JsonApiResponse } from '../../http.ts';
import type { Route } from '../../request/route.ts';
import type { ResponseOperation } from '../context.ts';
import type { OmittedDocument } from '../headers/application-headers.ts';
import type { OperationResponse } from './operation-response.ts';

/** The characters that a header can contain: visible ASCII, spaces, and tabs. */
const FIELD_VALUE = /^[\t -~]*$/;

/** The directives that prevent a shared cache from storing a response, or from sending it to another user before the server has seen the request. */
const UNSHARED = /^(?:private|no-cache|no-store)$/i;

/**
 * Whether shared caches can store a response, and send it without asking the server. Without a directive, they can
 * unless the request has `Authorization`; users can be known by a cookie.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9111.html#section-3
 */
function isShared(cacheControl: string): boolean {
  // With names of headers, `private` and `no-cache` hold for these alone.
  const outside = cacheControl.split('"').filter((_, index) => index % 2 === 0);
  const directives = outside.join('""').split(',');
  return !directives.some((directive) => UNSHARED.test(directive.trim()));
}

/** The client can store the response but must revalidate it. Shared caches must not store it. */
const DEFAULT_CACHE_CONTROL = 'private, no-cache';

function cacheControlOf({ request, route, call: { context } }: ResponseOperation): string {
  const relationship = route.kind === 'related' || route.kind === 'relationship' ? route.relationship.name : undefined;
  const answer = { kind: route.kind, type: route.type.name, relationship, context };
  const value: unknown =
    syncResult(request.server.options.cacheControl?.(answer), 'cacheControl') ?? DEFAULT_CACHE_CONTROL;
  if (typeof value !== 'string' || !FIELD_VALUE.test(value))
    throw new TypeError('cacheControl must return undefined or a string of visible ASCII, spaces, and tabs.');
  if (request.rules !== undefined && request.server.options.vary === undefined && isShared(value)) {
    throw new TypeError(
      'cacheControl must return a value with `private`, `no-cache`, or `no-store`: the server has access rules, so a shared cache could send the response of one user to another. Otherwise, name the headers that identify the user in the option `vary`, or set it to [] if responses are the same for all users.',
    );
  }
  return value;
}

function identifierAt(route: Route): OmittedDocument | undefined {
  return route.kind === 'resource' ? [{ type: route.type.name, id: route.id }] : undefined;
}

/**
 * Converts the result of an operation to a response, with the headers that every response has.
 *
 * @param method The method of the request after an override, including HEAD.
 * @throws {JsonApiError} 412 if a GET requires another version of the representation.
 */
export function toResponse(operation: ResponseOperation, result: OperationResponse, method: string): JsonApiResponse {
  const { contentType, vary } = operation.request.applied.negotiated;
  const { preconditions } = operation;
  const isRead = method === 'GET' || method === 'HEAD';
  const { status, body, stream, version, form, location, contentLocation, retryAfter, preference } = result;
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  const hasTag = (status === 200 || status === 201 || status === 204) && (text ?? version) !== undefined;
  const etag = hasTag ? formatEntityTag(version, text, form) : undefined;
  const isDefault = operation.request.server.options.cacheControl === undefined;
  const cacheControl = isRead ? (isDefault ? DEFAULT_CACHE_CONTROL : cacheControlOf(operation)) : undefined;
  // A stream has no entity tag, so only `*` matches it.
  const isTagged = etag !== undefined || stream !== undefined;
  const isKnown =
    isRead && isTagged && preconditions !== noPreconditions && isNotModified(preconditions, etag ?? '', version);
  // Without a string, only the version of the resource was read.
  if (isKnown) operation.request.omitted = text ?? identifierAt(operation.route);
  const fields: Record<string, string> = {};
  if (!isKnown) {
    if (location !== undefined) fields['Location'] = location;
    if (contentLocation !== undefined) fields['Content-Location'] = contentLocation;
    if (retryAfter !== undefined) fields['Retry-After'] = retryAfter;
    if (typeof preference === 'string') fields['Preference-Applied'] = `return=${preference}`;
    if (text !== undefined || stream !== undefined) fields['Content-Type'] = contentType;
  }
  // No write can compare the tag of a part of a relationship, so it is weak (RFC 9110, section 8.8.1).
  const isWeak = version === undefined && operation.route.kind === 'relationship';
  if (etag !== undefined) fields['ETag'] = isWeak ? `W/${etag}` : etag;
  if (cacheControl !== undefined) fields['Cache-Control'] = cacheControl;
  // With another `Prefer`, the response would be different (RFC 7240, section 2).
  fields['Vary'] = preference === undefined ? vary : 'Accept, Prefer';
  return { status: isKnown ? 304 : status, headers: fields, body: isKnown ? undefined : text, stream: undefined };
}
