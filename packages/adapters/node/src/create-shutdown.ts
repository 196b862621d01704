import type { Http2Session } from 'node:http2';
import type { Server, Socket } from 'node:net';
import { describeValue, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { NodeRequest, NodeResponse } from './framework-types.ts';

/** The options of `createShutdown`. */
export interface ShutdownOptions {
  /** The number of milliseconds that running requests can take after the shutdown begins. Default: 10,000. */
  readonly grace?: number | undefined;
}

/**
 * Shuts the host down. Resolves when the last connection is closed, with the number of connections that it destroyed because
 * their requests took longer. Further calls return the same promise.
 */
export type Shutdown = () => Promise<number>;

/** The longest time of a timer of Node. */
const MAX_GRACE = 2 ** 31 - 1;

const knownOptions: OptionTable = optionTable({ grace: 'any' });

function assertGrace(grace: unknown): asserts grace is number {
  if (Number.isSafeInteger(grace) && Number(grace) >= 0 && Number(grace) <= MAX_GRACE) return;
  throw new TypeError(
    `createShutdown: \`grace\` must be a whole number of milliseconds from 0 to ${MAX_GRACE}, but it is ${describeValue(grace)}.`,
  );
}

/** The members of servers that speak HTTP/1.1. */
interface ConnectionCloser {
  readonly closeIdleConnections: () => void;
  readonly closeAllConnections: () => void;
}

function assertHost(host: unknown): asserts host is Server & Partial<ConnectionCloser> {
  if (typeof host === 'object' && host !== null && 'listening' in host && 'prependListener' in host) return;
  throw new TypeError(
    `createShutdown: the host must be a server of Node, but it is ${describeValue(host)}. With Fastify, pass \`app.server\`; ` +
      'with Koa and Express, pass the result of `app.listen()`.',
  );
}

/** The last response of each connection of HTTP/1.1 that says that it closes the connection. */
type LastResponses = WeakMap<object, NodeResponse>;

/**
 * Asks the client of HTTP/1.1 to close the connection after this response. An earlier response of the connection no longer
 * says so: after it, Node would close the connection without the responses to pipelined requests. HTTP/2 closes its session instead.
 */
function closeAfter(response: NodeResponse, lastResponses: LastResponses): void {
  const { httpVersionMajor, socket } = response.req;
  if (httpVersionMajor >= 2) return;
  const earlier = lastResponses.get(socket);
  if (earlier?.headersSent === false) earlier.removeHeader('Connection');
  if (response.headersSent) return;
  response.setHeader('Connection', 'close');
  lastResponses.set(socket, response);
}

/**
 * Prepares the shutdown of a server of `node:http`, `node:https`, or `node:http2`, and so of the server of Express, Koa, and
 * Fastify. Call it before the server receives requests: it follows connections and responses from then on.
 *
 * The returned function accepts no further connections, closes idle ones, and sends `Connection: close` with the last
 * response of each connection with running requests. A request that does not end within the grace time loses its connection.
 *
 * @throws {TypeError} If the host is not a server of Node, or `grace` is not a whole number of milliseconds.
 * @see https://nodejs.org/api/http.html#serverclosecallback
 * @example
 * ```ts
 * const shutdown = createShutdown(host, { grace: 5_000 });
 * process.once('SIGTERM', () => void shutdown());
 * ```
 */
export function createShutdown(host: Server, options: ShutdownOptions = {}): Shutdown {
  const { grace = 10_000 } = readOptions('createShutdown', options, knownOptions);
  assertGrace(grace);
  assertHost(host);
  const sockets = new Set<Socket>();
  const sessions = new Set<Http2Session>();
  // In the order of their requests.
  const responses = new Set<NodeResponse>();
  const lastResponses: LastResponses = new WeakMap();
  let closed: Promise<number> | undefined;

  const closeIdle = (): void => host.closeIdleConnections?.();
  host.prependListener('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  host.prependListener('session', (session: Http2Session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    if (closed !== undefined) session.close();
  });
  host.prependListener('request', (_: NodeRequest, response: NodeResponse) => {
    responses.add(response);
    response.once('close', () => {
      responses.delete(response);
      // The connection becomes idle in a later turn, if its response did not say that it closes.
      if (closed !== undefined) setImmediate(closeIdle);
    });
    if (closed !== undefined) closeAfter(response, lastResponses);
  });

  const close = (): Promise<number> =>
    new Promise((resolve) => {
      let destroyed = 0;
      const timer = setTimeout(() => {
        destroyed = sockets.size;
        for (const socket of sockets) socket.destroy();
        // Connections from before `createShutdown`.
        host.closeAllConnections?.();
      }, grace);
      // An error says that the host does not listen: there is nothing to close.
      host.close(() => {
        clearTimeout(timer);
        resolve(destroyed);
      });
      for (const session of sessions) session.close();
      for (const response of responses) closeAfter(response, lastResponses);
      closeIdle();
      // Node does not regard a connection as idle before its first request.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    });
  return () => {
    closed ??= close();
    return closed;
  };
}
