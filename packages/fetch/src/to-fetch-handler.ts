import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { Server } from '@linkage/server';
import { assertMountable, readBounded, respondOutside, stripPrefix } from '@linkage/server/adapter';

/** Options of the handler. */
export interface FetchHandlerOptions {
  /** The path below which the API begins, such as `/api`. Default: "", the whole origin. */
  readonly prefix?: string | undefined;
}

const knownOptions: OptionTable = optionTable({ prefix: 'string' });

/**
 * Returns a function from `Request` to `Response` that serves an API. For a request outside the prefix, it responds
 * with 404. It reads payloads up to the limit of the server and one byte more, regardless of Content-Length. The
 * promise rejects only if the payload cannot be read, because the client disconnected or the payload was already read.
 *
 * @throws {TypeError} If the prefix does not begin with a slash or ends with one, or the server does not have a
 * `baseUrl` for its links.
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
  // Requests with these methods do not have a payload, and reading `body` is slow on some runtimes.
  const payload = method === 'GET' || method === 'HEAD' ? null : request.body;
  if (payload !== null && (payload.locked || request.bodyUsed)) throw bodyUsed();
  const body = payload === null ? undefined : await readBounded(payload, server.bodyLimit);
  return server.handle({ method, url, headers: Object.fromEntries(headers), body, signal });
}
