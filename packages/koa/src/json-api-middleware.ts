import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { Server } from '@linkage/server';
import { abortOnClose, assertMountable, mergeVary, stripPrefix } from '@linkage/server/adapter';
import type { Middleware } from 'koa';
import { headersOf, readPayload } from './read-payload.ts';

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
    const reading = await readPayload(ctx, server.bodyLimit, signal);
    if (reading === undefined) return;
    const { body } = reading;
    const response = await server.handle({ method: ctx.method, url, headers, body, signal });
    // For null Koa sets 204 and takes the headers of a payload away, so status and headers come after it.
    ctx.body = response.body ?? null;
    ctx.status = response.status;
    ctx.set({ ...mergeVary(response.headers, ctx.response.get('Vary')) });
  };
}
