import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { Server } from '@linkage/server';
import { abortOnClose, assertMountable, readBounded, respondOutside, stripPrefix } from '@linkage/server/adapter';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendResponse } from './send-response.ts';

/** What is served, and where. */
export interface JsonApiPluginOptions {
  readonly server: Server;
  /** The path below which the API begins, such as `/api`; Fastify puts the prefixes of enclosing plugins before it. */
  readonly prefix?: string;
}

/** The options of the plugin, and those that `register` of Fastify adds. */
const knownOptions: OptionTable = optionTable({
  server: 'object',
  prefix: 'string',
  logLevel: 'any',
  logSerializers: 'any',
});

/** Fastify's refusals of a request whose payload it has not looked at: what is wrong with it, the server says. */
const unread: ReadonlySet<string> = new Set(['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE']);

/**
 * Serves an API as a Fastify plugin.
 *
 * Every method reaches the server, and every payload as bytes, whatever its media type: what the server allows and one
 * byte more. Body parsers, error handler and not-found handler are the plugin's own; those of the application stay as
 * they are, and its error handler gets what the application's hooks throw.
 *
 * @throws {TypeError} when registering: for a prefix that ends with a slash, or when the server has no `baseUrl` to
 *   begin links with.
 * @see https://fastify.dev/docs/latest/Reference/Plugins/
 * @example
 * ```ts
 * const server = createServer(api, sources, { baseUrl: '/api' });
 * await fastify.register(jsonApiPlugin, { server, prefix: '/api' });
 * ```
 */
export async function jsonApiPlugin(fastify: FastifyInstance, options: JsonApiPluginOptions): Promise<void> {
  const { server } = readOptions('jsonApiPlugin', options, knownOptions);
  const { prefix } = fastify;
  assertMountable(server, prefix);

  const broken = new WeakSet<object>();
  const read = (payload: AsyncIterable<Uint8Array>): Promise<Uint8Array> =>
    readBounded(payload, server.bodyLimit).catch((error: object) => {
      broken.add(error);
      throw error;
    });

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { method, headers } = request;
    const signal = abortOnClose(reply.raw);
    const url = stripPrefix(request.url, prefix);
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const body = hasBody ? ((request.body as Uint8Array | undefined) ?? (await read(request.raw))) : undefined;
    const response = url === undefined ? respondOutside() : await server.handle({ method, url, headers, body, signal });
    return sendResponse(reply, response);
  };

  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request: FastifyRequest, payload: AsyncIterable<Uint8Array>) => read(payload));
  fastify.setErrorHandler<FastifyError>((error, request, reply) => {
    if (unread.has(error.code)) return answer(request, reply);
    // The connection broke while the payload was read: there is no client left, and no error of the application.
    if (broken.has(error) && reply.raw.destroyed) return reply.hijack();
    throw error;
  });

  for (const url of prefix === '' ? ['/*'] : ['', '/*']) {
    fastify.route({ method: [...fastify.supportedMethods], url, handler: answer });
  }
  // Methods that Fastify does not route. Without a prefix of its own, the handler would be the application's.
  if (options.prefix) fastify.setNotFoundHandler(answer);
}
