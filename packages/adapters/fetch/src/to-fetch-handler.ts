import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { FrameworkRequest, ResponseStream, Server } from '@linkage/server';
import { assertMountable, readBounded, respondOutside, stripPrefix } from '@linkage/server/adapter';

/**
 * The part of a request that comes from the platform: the arguments of its `fetch` function. `env` contains the bindings in
 * Workers, the server in Bun, and the connection in Deno. `ctx` has `waitUntil` in Workers.
 */
export interface FetchFramework<Env = unknown, Ctx = unknown> {
  readonly request: Request;
  readonly env: Env;
  readonly ctx: Ctx;
}

/** Serves a request. The platform passes `env` and `ctx`. Both are required only if the server declares their types. */
export type FetchHandler<Env = unknown, Ctx = unknown> = (
  request: Request,
  ...framework: unknown extends Env
    ? [env?: unknown, ctx?: unknown]
    : unknown extends Ctx
      ? [env: Env, ctx?: unknown]
      : [env: Env, ctx: Ctx]
) => Promise<Response>;

/** Options of the handler. */
export interface FetchHandlerOptions {
  /** The path below which the API begins, such as `/api`. Default: "", the whole origin. */
  readonly prefix?: string | undefined;
}

const knownOptions: OptionTable = optionTable({ prefix: 'string' });

/**
 * Returns a function from `Request` to `Response` that serves an API. For a request outside the prefix, it responds
 * with 404. It reads bodies up to the limit of the server and one byte more, regardless of Content-Length. The
 * promise rejects only if the body cannot be read, because the client disconnected or the body was already read.
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
export function toFetchHandler<Env = unknown, Ctx = unknown>(
  server: Server<FrameworkRequest<FetchFramework<Env, Ctx>>>,
  options: FetchHandlerOptions = {},
): FetchHandler<Env, Ctx> {
  const { prefix = '' } = readOptions('toFetchHandler', options, knownOptions);
  assertMountable(server, prefix);
  return async (request, env?: unknown, ctx?: unknown) => {
    const url = stripPrefix(request.url, prefix);
    const framework = { request, env: env as Env, ctx: ctx as Ctx };
    const responding = url === undefined ? respondOutside() : forward(server, url, framework);
    // Own members hide properties of `Object.prototype`.
    const { status, headers, body, stream } = { body: undefined, stream: undefined, ...(await responding) };
    return new Response(stream === undefined ? (body ?? null) : toByteStream(stream), { status, headers });
  };
}

/** Returns the chunks of a document as bytes. Reads a chunk only when the client can receive it. */
function toByteStream(stream: ResponseStream): ReadableStream<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]();
  const { signal } = stream;
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // The stream can fail while the client does not read.
        signal.addEventListener('abort', () => controller.error(signal.reason), { once: true });
      },
      async pull(controller) {
        const chunk = await chunks.next();
        if (chunk.done === true) controller.close();
        else controller.enqueue(encoder.encode(chunk.value));
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    // Otherwise, the stream would create a chunk before it is read.
    { highWaterMark: 0 },
  );
}

function bodyUsed(): TypeError {
  return new TypeError(
    'The body of the request was read before toFetchHandler. Pass a request with an unread body, ' +
      'such as request.clone() from before the body was read.',
  );
}

function forward<Env, Ctx>(
  server: Server<FrameworkRequest<FetchFramework<Env, Ctx>>>,
  url: string,
  framework: FetchFramework<Env, Ctx>,
): ReturnType<Server['handle']> {
  const { request } = framework;
  const { method, headers, signal } = request;
  // Requests with these methods do not have a body, and reading `body` is slow on some runtimes.
  const payload = method === 'GET' || method === 'HEAD' ? null : request.body;
  if (payload !== null && (payload.locked || request.bodyUsed)) throw bodyUsed();
  const answer = (body: Uint8Array | undefined): ReturnType<Server['handle']> =>
    server.handle({ method, url, headers: Object.fromEntries(headers), body, signal, framework, canStream: true });
  return payload === null ? answer(undefined) : readBounded(payload, server.bodyLimit).then(answer);
}
