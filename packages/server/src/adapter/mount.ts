import { errorObject, JsonApiError } from '@linkage/core';
import type { JsonApiResponse } from '../http.ts';
import type { Server } from '../pipeline/server.ts';
import { errorResponse } from '../response/error-response.ts';

/** The scheme and authority of a URL, which a request target may carry (RFC 9112, section 3.2.2). */
const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** How a message names a value that should be a server. */
function nameOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (value instanceof Promise) return 'a promise: await it';
  return typeof value === 'object' ? 'an object without handle' : `a ${typeof value}`;
}

/**
 * Checks that a server can be mounted below a path prefix: "" or a path such as `/api`.
 *
 * @throws {TypeError} if `server` is not a server, for a prefix that does not begin with a slash or that ends with one, and for a server without a
 *   base URL, whose links would lack the prefix.
 */
export function assertMountable(server: Server, prefix: string): void {
  const given: Partial<Server> | null | undefined = server;
  if (typeof given !== 'object' || typeof given?.handle !== 'function') {
    throw new TypeError(`server must be a server that createServer returned, but it is ${nameOf(given)}.`);
  }
  if (prefix === '') return;
  if (!/^\/[^?#]*[^/?#]$/.test(prefix)) {
    throw new TypeError(
      `A prefix is a path that begins with a slash and does not end with one, such as "/api": ${JSON.stringify(prefix)} is not.`,
    );
  }
  if (server.baseUrl === undefined) {
    throw new TypeError(
      `Links would not begin with the prefix ${JSON.stringify(prefix)}. Say where clients reach the API: ` +
        `createServer(api, sources, { baseUrl: ${JSON.stringify(prefix)} }).`,
    );
  }
}

/**
 * The path and query of a request below a prefix, as they came: neither decoded nor normalised. Undefined when the path
 * is not below it; the comparison is by whole segments, so `/apix` is not below `/api`, and `/api` alone is `/`.
 */
export function stripPrefix(target: string, prefix: string): string | undefined {
  const url = target.startsWith('/') ? target : target.replace(origin, '');
  if (!url.startsWith(prefix)) return undefined;
  const rest = url.slice(prefix.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') || rest.startsWith('#') ? `/${rest}` : undefined;
}

/** It is not looked at: no hook of a server is asked about what is outside of it. */
const OUTSIDE = { method: 'GET', url: '/', headers: {} } as const;

/** The answer to a request that is not below the prefix: 404 with an error document. */
export function respondOutside(): JsonApiResponse {
  return errorResponse(new JsonApiError(errorObject('NOT_FOUND', 'There is no API at this URL.')), OUTSIDE, {
    most: 1,
  });
}
