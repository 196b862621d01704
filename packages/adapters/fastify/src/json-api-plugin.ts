import { andThen, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { FrameworkRequest, Server } from '@linkage/server';
import {
  assertMountable,
  type BodyStream,
  connectionOf,
  handleNow,
  readStream,
  respondOutside,
  stripPrefix,
} from '@linkage/server/adapter';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FastifyFramework, logToFastify } from './fastify-framework.ts';
import { sendResponse } from './send-response.ts';

type Answering = FastifyReply | Promise<FastifyReply>;

/** Options of the plugin. */
export interface JsonApiPluginOptions {
  readonly server: Server<FrameworkRequest<FastifyFramework>>;
  /** The path below which the API begins, such as `/api`. Fastify prepends the prefixes of enclosing plugins. */
  readonly prefix?: string;
}

/** The options of the plugin, and the options that `register` of Fastify adds. */
const knownOptions: OptionTable = optionTable({
  server: 'object',
  prefix: 'string',
  logLevel: 'any',
  logSerializers: 'any',
});

/** Errors of Fastify for requests whose body it has not read. The server responds to these requests instead. */
const unread: ReadonlySet<string> = new Set(['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE']);

/**
 * Serves an API as a Fastify plugin. The server receives every method, and every body as bytes, of any media type,
 * up to the limit of the server and one byte more. The plugin has its own body parsers, error handler, and not-found
 * handler. Those of the application are not changed, and its error handler receives the errors of the application's
 * hooks.
 *
 * @throws {TypeError} At registration, if the prefix ends with a slash, or the server does not have a `baseUrl` for its
 * links.
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
  const read = (payload: BodyStream, done: (error: Error | null, body?: Uint8Array) => void): void =>
    readStream(payload, server.bodyLimit, (error, body) => {
      if (error !== null) broken.add(error);
      done(error, body);
    });

  const respond = (request: FastifyRequest, reply: FastifyReply, body: Uint8Array | undefined): Answering => {
    const { method, headers } = request;
    const url = stripPrefix(request.url, prefix);
    if (url === undefined) return sendResponse(reply, respondOutside());
    const [connection, framework] = [connectionOf(reply.raw), { request, reply }];
    const given = { method, url, headers, body, connection, framework, canStream: true, logFailure: logToFastify };
    return andThen(handleNow(server, given), (result) => sendResponse(reply, result));
  };

  const answer = (request: FastifyRequest, reply: FastifyReply): undefined | Promise<FastifyReply> => {
    const { method, raw } = request;
    const body = request.body as Uint8Array | undefined;
    const hasNone = body !== undefined || method === 'GET' || method === 'HEAD';
    const sending = hasNone
      ? respond(request, reply, body)
      : new Promise<Uint8Array | undefined>((resolve, reject) =>
          read(raw, (error, bytes) => (error === null ? resolve(bytes) : reject(error))),
        ).then((bytes) => respond(request, reply, bytes));
    // A reply has a method `then`: Fastify would wait for it.
    return sending instanceof Promise ? sending : undefined;
  };

  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request: FastifyRequest, payload: BodyStream, done) => read(payload, done));
  fastify.setErrorHandler<FastifyError>((error, request, reply) => {
    if (unread.has(error.code)) return answer(request, reply);
    // The connection broke while the body was read: the client is disconnected, and the application is not the
    // cause.
    if (broken.has(error) && reply.raw.destroyed) return reply.hijack();
    throw error;
  });

  for (const url of prefix === '' ? ['/*'] : ['', '/*']) {
    fastify.route({ method: [...fastify.supportedMethods], url, handler: answer });
  }
  // For methods that Fastify does not route. Without its own prefix, the handler would replace the application's.
  if (options.prefix) fastify.setNotFoundHandler(answer);
}
