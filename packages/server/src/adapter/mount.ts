import { rejection } from '@linkage/core/internal';
import type { JsonApiResponse } from '../http.ts';
import type { Server } from '../pipeline/server.ts';
import { errorResponse } from '../response/errors/error-response.ts';

/** Matches the scheme and authority of a URL, which a request target can contain (RFC 9112, section 3.2.2). */
const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** Describes a value that should be a server, for a message. */
function describeServer(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (value instanceof Promise) return 'a promise: await it';
  return typeof value === 'object' ? 'an object without handle' : `a ${typeof value}`;
}

/**
 * Checks that a server can be mounted below a path prefix: "" or a path such as `/api`.
 *
 * @throws {TypeError} If `server` is not a server, if the prefix does not begin with a slash or ends with one, or if the server does not have a base
 * URL, so that its links would lack the prefix.
 */
export function assertMountable(server: Server<never>, prefix: string): void {
  const given: Partial<Server<never>> | null | undefined = server;
  if (typeof given !== 'object' || typeof given?.handle !== 'function') {
    throw new TypeError(`server must be a server that createServer returned, but it is ${describeServer(given)}.`);
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
 * Returns the path and query of a request below a prefix, without decoding or normalizing them. Returns undefined if
 * the path is not below the prefix. Compares whole segments: `/apix` is not below `/api`, and `/api` itself becomes
 * `/`.
 */
export function stripPrefix(target: string, prefix: string): string | undefined {
  const url = target.startsWith('/') ? target : target.replace(origin, '');
  if (!url.startsWith(prefix)) return undefined;
  const rest = url.slice(prefix.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') || rest.startsWith('#') ? `/${rest}` : undefined;
}

/** A placeholder: a server's hooks are not called for requests outside the server. */
const OUTSIDE = { method: 'GET', url: '/', headers: {} } as const;

/** Returns the response to a request that is not below the prefix: 404 with an error document. */
export function respondOutside(): JsonApiResponse {
  return errorResponse(rejection('NOT_FOUND.otherUrl', {}), OUTSIDE, { most: 1 });
}
