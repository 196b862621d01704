import { STATUS_CODES } from 'node:http';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { Server } from '@linkage/server';
import { assertMountable, respondToError, stripPrefix } from '@linkage/server/adapter';
import type { Middleware } from 'koa';
import { sendResponse } from './send-response.ts';

/** Options of the error middleware. */
export interface JsonApiErrorsOptions {
  /** The path below which the API begins, such as `/api`. Default: "", every path. */
  readonly prefix?: string | undefined;
  /**
   * Receives any error with a status of 500 or more, or without a status, and the `id` of the error object in the response.
   * Default: the event `error` of the application, without the id.
   */
  readonly onError?: ((error: unknown, id: string) => unknown) | undefined;
}

const knownOptions: OptionTable = optionTable({ prefix: 'string', onError: 'function' });

/**
 * Returns Koa middleware that responds with an error document to errors of the middleware after it, such as authentication, on
 * URLs of the API. Errors outside the prefix, or after a response has begun, stay errors of the application.
 *
 * A `JsonApiError` becomes the response. An error with a status from 400 to 599, such as those of `ctx.throw`, keeps its
 * status and headers, but not its message. Any other error becomes a generic 500 error.
 *
 * @throws {TypeError} If `server` is not a server, the prefix does not begin with a slash or ends with one, or the server does
 * not have a `baseUrl` for its links.
 * @see https://koajs.com/#error-handling
 * @example
 * ```ts
 * koa.use(jsonApiErrors(server, { prefix: '/api' }));
 * koa.use(authenticate);
 * koa.use(jsonApiMiddleware(server, { prefix: '/api' }));
 * ```
 */
export function jsonApiErrors(server: Server<never>, options: JsonApiErrorsOptions = {}): Middleware {
  const { prefix = '', onError } = readOptions('jsonApiErrors', options, knownOptions);
  assertMountable(server, prefix);
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (stripPrefix(ctx.url, prefix) === undefined || ctx.headerSent) throw error;
      const report = onError ?? ((failure: unknown) => ctx.app.emit('error', failure, ctx));
      sendResponse(ctx, respondToError(error, report, STATUS_CODES));
    }
  };
}
