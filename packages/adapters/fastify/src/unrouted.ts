import { STATUS_CODES } from 'node:http';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { assertMountable, connectionOf, respondOutside, stripPrefix } from '@linkage/server/adapter';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { logToFastify } from './fastify-framework.ts';
import type { JsonApiPluginOptions } from './json-api-plugin.ts';
import { sendResponse } from './send-response.ts';

const knownOptions: OptionTable = optionTable({ server: 'object', prefix: 'string' });

/** Whether the path of a URL cannot be decoded. The server responds with 400 without running anything. */
function isMalformed(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/[?#].*$/s, ''));
    return false;
  } catch {
    return true;
  }
}

async function respond(
  { server, prefix = '' }: JsonApiPluginOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { method, headers } = request;
  const url = stripPrefix(request.url, prefix);
  if (url === undefined) return sendResponse(reply, respondOutside());
  const connection = connectionOf(reply.raw);
  // Requests that arrive here do not need a body.
  const given = { method, url, headers, connection, framework: { request, reply }, logFailure: logToFastify };
  return sendResponse(reply, await server.handle(given));
}

/**
 * Creates the option `frameworkErrors` of Fastify: responds with an error document if the path of an API URL has a malformed
 * percent-encoding. Fastify rejects such a path before any plugin can see the request. For all other URLs and errors, responds
 * with the JSON that Fastify responds with by default.
 *
 * @throws {TypeError} If the prefix is not a prefix, or the server does not have a `baseUrl`.
 * @see https://fastify.dev/docs/latest/Reference/Server/#frameworkerrors
 * @example
 * ```ts
 * const fastify = Fastify({ frameworkErrors: jsonApiFrameworkErrors({ server, prefix: '/api' }) });
 * ```
 */
export function jsonApiFrameworkErrors(
  options: JsonApiPluginOptions,
): (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void {
  const { server, prefix = '' } = readOptions('jsonApiFrameworkErrors', options, knownOptions);
  assertMountable(server, prefix);
  return ({ statusCode = 500, code, message }, request, reply) => {
    const url = stripPrefix(request.url, prefix);
    if (code === 'FST_ERR_BAD_URL' && url !== undefined && isMalformed(url)) {
      void respond(options, request, reply);
      return;
    }
    reply.code(statusCode).send({ error: STATUS_CODES[statusCode], code, message, statusCode });
  };
}

/**
 * Creates a not-found handler for an application that serves an API without a prefix: responds with an error document to
 * the methods that Fastify does not route, such as PROPFIND. With a prefix, the plugin has a handler of its own.
 *
 * @throws {TypeError} If the prefix is not a prefix, or the server does not have a `baseUrl`.
 * @see https://fastify.dev/docs/latest/Reference/Server/#setnotfoundhandler
 * @example
 * ```ts
 * await fastify.register(jsonApiPlugin, { server });
 * fastify.setNotFoundHandler(jsonApiNotFound({ server }));
 * ```
 */
export function jsonApiNotFound(
  options: JsonApiPluginOptions,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const { server, prefix = '' } = readOptions('jsonApiNotFound', options, knownOptions);
  assertMountable(server, prefix);
  return (request, reply) => respond(options, request, reply);
}
