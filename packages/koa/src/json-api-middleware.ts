import { type OptionTable, optionTable, readOptions } from '@linkage/core';
import { abortOnClose, assertMountable, readBounded, type Server, stripPrefix } from '@linkage/server';
import type { Context, Middleware } from 'koa';

/** Where the API is mounted. */
export interface JsonApiMiddlewareOptions {
  /** The path below which the API begins, such as `/api`. Default "": everything. */
  readonly prefix?: string | undefined;
}

const knownOptions: OptionTable = optionTable({ prefix: 'string' });

/**
 * Serves an API as Koa middleware. Requests outside the prefix go on to the next one.
 *
 * It reads payloads itself, keeps what the server allows and one byte more, and needs no body parser. Where one has
 * read the payload before, its `ctx.request.rawBody` is used, else its `ctx.request.body`.
 *
 * @throws {TypeError} when mounting: for a prefix that does not begin with a slash or that ends with one, or when the
 *   server has no `baseUrl` to begin links with.
 * @see https://koajs.com/#context
 * @example
 * ```ts
 * const server = createServer(api, sources, { baseUrl: '/api' });
 * koa.use(jsonApiMiddleware(server, { prefix: '/api' }));
 * ```
 */
export function jsonApiMiddleware(server: Server, options: JsonApiMiddlewareOptions = {}): Middleware {
  const { prefix = '' } = readOptions('jsonApiMiddleware', options, knownOptions);
  assertMountable(server, prefix);
  return async (ctx, next) => {
    const url = stripPrefix(ctx.url, prefix);
    if (url === undefined) return next();
    const signal = abortOnClose(ctx.res);
    const headers = headersOf(ctx);
    let body: string | Uint8Array | undefined;
    try {
      body = await readBody(ctx, server.bodyLimit);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    const response = await server.handle({ method: ctx.method, url, headers, body, signal });
    // For null Koa sets 204 and takes the headers of a payload away, so status and headers come after it.
    ctx.body = response.body ?? null;
    ctx.status = response.status;
    ctx.set({ ...response.headers });
  };
}

/** What body parsers leave on the request. */
interface ParsedRequest {
  readonly rawBody?: unknown;
  readonly body?: unknown;
}

const isPayload = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array;

/** A body parser that has read the payload has decoded it too. */
function headersOf({ req, request, headers }: Context): Context['headers'] {
  if (!req.readableDidRead && !isPayload((request as ParsedRequest).rawBody)) return headers;
  const { 'content-encoding': _, ...others } = headers;
  return others;
}

async function readBody(ctx: Context, limit: number): Promise<string | Uint8Array | undefined> {
  const { req, method } = ctx;
  if (method === 'GET' || method === 'HEAD') return undefined;
  const { rawBody, body } = ctx.request as ParsedRequest & Context['request'];
  if (isPayload(rawBody)) return rawBody;
  // A parser that does not know the media type leaves an empty object and the payload unread.
  if (req.readableDidRead || req.readableEnded) return isPayload(body) ? body : JSON.stringify(body);
  return readBounded(req, limit);
}
