import { STATUS_CODES } from 'node:http';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { Server } from '@linkage/server';
import { assertMountable, respondToError } from '@linkage/server/adapter';
import type { NodeNext, NodeRequest, NodeResponse } from './framework-types.ts';
import { requestUrl } from './request-url.ts';
import { sendResponse } from './send-response.ts';

/** The options of `toErrorHandler`. */
export interface ErrorHandlerOptions {
  /** The path at the beginning of all URLs of the API, such as `/api`, as clients send it. Default "": everything. */
  readonly prefix?: string | undefined;
  /**
   * Receives any error with a status of 500 or more, or without a status, and the `id` of the error object in the response.
   * Default: `console.error`.
   */
  readonly onError?: ((error: unknown, id: string) => unknown) | undefined;
}

/** An error handler of Express and Connect. */
export type NodeErrorHandler = (error: unknown, request: NodeRequest, response: NodeResponse, next: NodeNext) => void;

const knownOptions: OptionTable = optionTable({ prefix: 'string', onError: 'function' });

/**
 * Creates an error handler for Express, Connect, and NestJS. On URLs of the API, it responds with an error document to
 * errors that middleware throws or passes to `next`. Register it after the routes. Errors outside the prefix, or after
 * a response has begun, go to the next error handler.
 *
 * A `JsonApiError` becomes the response. An error with a status from 400 to 599, such as those of `http-errors`, keeps
 * its status and headers, but not its message. Any other error becomes a generic 500 error.
 *
 * @throws {TypeError} If `server` is not a server, the prefix does not begin with a slash or ends with one, or links
 * cannot begin with the `baseUrl` of the server.
 * @see https://expressjs.com/en/guide/error-handling.html
 * @example
 * ```ts
 * app.use(toNodeHandler(server, { prefix: '/api' }));
 * app.use(toErrorHandler(server, { prefix: '/api' }));
 * ```
 */
export function toErrorHandler(server: Server<never>, options: ErrorHandlerOptions = {}): NodeErrorHandler {
  // biome-ignore lint/suspicious/noConsole: an error that is not reported would be lost
  const { prefix = '', onError = console.error } = readOptions('toErrorHandler', options, knownOptions);
  assertMountable(server, prefix);
  // Express recognizes error handlers by their four parameters.
  return (error, request, response, next) => {
    if (requestUrl(request, prefix) === undefined || response.headersSent) next(error);
    else sendResponse(response, respondToError(error, onError, STATUS_CODES));
  };
}
