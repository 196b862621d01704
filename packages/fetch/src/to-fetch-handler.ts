import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { Server } from '@linkage/server';
import { assertMountable, readBounded, respondOutside, stripPrefix } from '@linkage/server/adapter';

/** Where the API is mounted. */
export interface FetchHandlerOptions {
  /** The path below which the API begins, such as `/api`. Default "": the whole origin. */
  readonly prefix?: string | undefined;
}

const knownOptions: OptionTable = optionTable({ prefix: 'string' });

/**
 * Serves an API wherever a server is a function from `Request` to `Response`.
 *
 * A request outside the prefix is answered with 404. Of a payload the handler keeps what the server allows and one byte
 * more, whatever Content-Length says. It rejects only if the payload cannot be read: the client is gone, or something else
 * has read the body, which is a TypeError that says so.
 *
 * @throws {TypeError} when mounting: for a prefix that does not begin with a slash or that ends with one, or when the
 *   server has no `baseUrl` to begin links with.
 * @see https://fetch.spec.whatwg.org/#request-class
 * @example
 * ```ts
 * const server = createServer(api, sources, { baseUrl: '/api' });
 * export default { fetch: toFetchHandler(server, { prefix: '/api' }) };
 * ```
 */
export function toFetchHandler(
  server: Server,
  options: FetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  const { prefix = '' } = readOptions('toFetchHandler', options, knownOptions);
  assertMountable(server, prefix);
  return async (request) => {
    const url = stripPrefix(request.url, prefix);
    const { status, headers, body } = url === undefined ? respondOutside() : await forward(server, url, request);
    return new Response(body ?? null, { status, headers });
  };
}

function bodyUsed(): TypeError {
  return new TypeError(
    'The body of the request was read before toFetchHandler. Pass a request with an unread body, ' +
      'such as request.clone() from before the body was read.',
  );
}

async function forward(server: Server, url: string, request: Request): ReturnType<Server['handle']> {
  const { method, headers, signal } = request;
  // A Request of these methods has no payload, and some runtimes pay for being asked.
  const payload = method === 'GET' || method === 'HEAD' ? null : request.body;
  if (payload !== null && (payload.locked || request.bodyUsed)) throw bodyUsed();
  const body = payload === null ? undefined : await readBounded(payload, server.bodyLimit);
  return server.handle({ method, url, headers: Object.fromEntries(headers), body, signal });
}
