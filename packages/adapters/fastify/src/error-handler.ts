import { STATUS_CODES } from 'node:http';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { assertMountable, respondToError, stripPrefix } from '@linkage/server/adapter';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JsonApiPluginOptions } from './json-api-plugin.ts';
import { sendResponse } from './send-response.ts';

/** Options of the error handler. */
export interface JsonApiErrorHandlerOptions extends JsonApiPluginOptions {
  /**
   * Receives any error with a status of 500 or more, or without a status, and the `id` of the error object in the response.
   * Default: the log of the request.
   */
  readonly onError?: ((error: unknown, id: string) => unknown) | undefined;
}

const knownOptions: OptionTable = optionTable({ server: 'object', prefix: 'string', onError: 'function' });

/**
 * Creates an error handler for `setErrorHandler` of an application. On URLs of the API, it responds with an error document to
 * errors that hooks of the application throw, such as those of authentication and of rate limits. For all other URLs, Fastify
 * responds as it does without the handler.
 *
 * A `JsonApiError` becomes the response. An error with a status from 400 to 599 keeps its status and headers, but not
 * its message. Any other error becomes a generic 500 error.
 *
 * @throws {TypeError} If the prefix is not a prefix, or the server does not have a `baseUrl`.
 * @see https://fastify.dev/docs/latest/Reference/Server/#seterrorhandler
 * @example
 * ```ts
 * fastify.setErrorHandler(jsonApiErrorHandler({ server, prefix: '/api' }));
 * ```
 */
export function jsonApiErrorHandler(
  options: JsonApiErrorHandlerOptions,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const { server, prefix = '', onError } = readOptions('jsonApiErrorHandler', options, knownOptions);
  assertMountable(server, prefix);
  return (error, request, reply) => {
    // Fastify continues with the error handler of the enclosing context, or with its own.
    if (stripPrefix(request.url, prefix) === undefined) throw error;
    const report = onError ?? ((failure: unknown, id: string) => request.log.error({ err: failure, id }, 'API error'));
    return sendResponse(reply, respondToError(error, report, STATUS_CODES));
  };
}
