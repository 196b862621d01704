import { andThen, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { FrameworkRequest, Server } from '@linkage/server';
import { assertMountable, connectionOf, handleNow, respondOutside, respondToError } from '@linkage/server/adapter';
import type { NodeFramework, NodeNext, NodeRequest, NodeResponse } from './framework-types.ts';
import { headersOf, readBody } from './read-body.ts';
import { requestUrl } from './request-url.ts';
import { orDestroy, sendResponse } from './send-response.ts';

/** The options of `toNodeHandler`. */
export interface NodeHandlerOptions {
  /** The path at the beginning of all URLs of the API, such as `/api`, as clients send it. Default "": everything. */
  readonly prefix?: string | undefined;
}

/** A listener of `node:http` and `node:http2`, and a middleware of Express, Connect, and NestJS. */
export type NodeHandler<Request extends NodeRequest = NodeRequest, Response extends NodeResponse = NodeResponse> = (
  request: Request,
  response: Response,
  next?: NodeNext,
) => void;

const knownOptions: OptionTable = optionTable({ prefix: 'string' });

/**
 * Serves an API as a listener of `node:http` and `node:http2`, and as a middleware of Express, Connect, and NestJS.
 *
 * Calls `next()` for a request outside the prefix; without `next`, responds with 404. Needs no body parser: it reads
 * bodies itself, and keeps at most one byte more than the server allows. If a body parser has read the body before,
 * uses `request.rawBody`, otherwise `request.body`. If the body was read and is in neither, calls `next` with a TypeError.
 *
 * @throws {TypeError} If `server` is not a server, the prefix does not begin with a slash or ends with one, or the server
 *   does not have a `baseUrl` that links can begin with.
 * @see https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener
 * @example
 * ```ts
 * const server = createServer(api, sources, { baseUrl: '/api' });
 * app.use(toNodeHandler(server, { prefix: '/api' }));
 * ```
 */
export function toNodeHandler<Request extends NodeRequest = NodeRequest, Response extends NodeResponse = NodeResponse>(
  server: Server<FrameworkRequest<NodeFramework<Request, Response>>>,
  options: NodeHandlerOptions = {},
): NodeHandler<Request, Response> {
  const { prefix = '' } = readOptions('toNodeHandler', options, knownOptions);
  assertMountable(server, prefix);
  return (request, response, next) => {
    const url = requestUrl(request, prefix);
    if (url !== undefined) void answer(server, url, { request, response }, next);
    else if (next !== undefined) next();
    else sendResponse(response, respondOutside());
  };
}

function fail(error: unknown, response: NodeResponse, next: NodeNext | undefined): void {
  if (next !== undefined) orDestroy(response, () => next(error));
  // biome-ignore lint/suspicious/noConsole: without an error handler of the framework, the error would be lost
  else sendResponse(response, respondToError(error, console.error));
}

function answer<Request extends NodeRequest, Response extends NodeResponse>(
  server: Server<FrameworkRequest<NodeFramework<Request, Response>>>,
  url: string,
  framework: NodeFramework<Request, Response>,
  next: NodeNext | undefined,
): void {
  const { request, response } = framework;
  const onError = (error: unknown): void => fail(error, response, next);
  const attempt = (work: () => void | Promise<void>): void => {
    try {
      work()?.catch(onError);
    } catch (error) {
      onError(error);
    }
  };
  attempt(() => {
    const headers = headersOf(request);
    const { method = '' } = request;
    readBody(request, server.bodyLimit, (body) =>
      attempt(() => {
        const connection = connectionOf(response);
        const given = { method, url, headers, body, connection, framework, canStream: true };
        return andThen(handleNow(server, given), (result) => sendResponse(response, result));
      }),
    );
  });
}
