import { andThen, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { FrameworkRequest, Server } from '@linkage/server';
import { assertMountable, connectionOf, handleNow, stripPrefix } from '@linkage/server/adapter';
import type { Middleware } from 'koa';
import { type KoaFramework, logToKoa } from './koa-framework.ts';
import { headersOf, readBody } from './read-body.ts';
import { sendResponse } from './send-response.ts';

/** Options of the middleware. */
export interface JsonApiMiddlewareOptions {
  /** The path below which the API begins, such as `/api`. Default: "", every path. */
  readonly prefix?: string | undefined;
}

const knownOptions: OptionTable = optionTable({ prefix: 'string' });

/**
 * Returns Koa middleware that serves an API. Passes requests outside the prefix to the next middleware. Reads bodies
 * itself, up to the limit of the server and one byte more, so it does not need a body parser. If a body parser has
 * already read the body, it uses `ctx.request.rawBody` or `ctx.request.body`.
 *
 * @throws {TypeError} If the prefix does not begin with a slash or ends with one, or the server does not have a
 * `baseUrl` for its links.
 * @see https://koajs.com/#context
 * @example
 * ```ts
 * const server = createServer(api, sources, { baseUrl: '/api' });
 * koa.use(jsonApiMiddleware(server, { prefix: '/api' }));
 * ```
 */
export function jsonApiMiddleware(
  server: Server<FrameworkRequest<KoaFramework>>,
  options: JsonApiMiddlewareOptions = {},
): Middleware {
  const { prefix = '' } = readOptions('jsonApiMiddleware', options, knownOptions);
  assertMountable(server, prefix);
  return (ctx, next) => {
    const url = stripPrefix(ctx.url, prefix);
    if (url === undefined) return next();
    const connection = connectionOf(ctx.res);
    const headers = headersOf(ctx);
    return andThen(readBody(ctx, server.bodyLimit, connection), (payload) => {
      if (payload === undefined) return;
      const { body } = payload;
      const { method } = ctx;
      const framework = { ctx };
      const given = { method, url, headers, body, connection, framework, canStream: true, logFailure: logToKoa };
      return andThen(handleNow(server, given), (answer) => sendResponse(ctx, answer));
    });
  };
}
