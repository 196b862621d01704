import { constants, createServer, type Http2SecureServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import { toNodeHandler } from '@linkage/node';
import { server } from './source.ts';

// #region limit
interface Times {
  readonly body: number; // milliseconds for the body of a request
  readonly unread: number; // milliseconds in which a client reads nothing of its response
  readonly idle: number; // milliseconds of a connection without a request, also before the first one
}

/** Ends slow bodies, unread responses, and idle connections: the timeouts of HTTP/1.1 have no effect on HTTP/2. */
export function limitTimes(host: Http2Server | Http2SecureServer, { body, unread, idle }: Times): void {
  host.on('session', (session) => {
    let running = 0;
    const wait = () => setTimeout(() => session.destroy(), idle);
    let waiting = wait();
    session.on('stream', (stream: ServerHttp2Stream) => {
      running++;
      clearTimeout(waiting);
      const sending = stream.endAfterHeaders
        ? undefined
        : setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), body);
      stream.once('end', () => clearTimeout(sending));
      stream.setTimeout(unread, () => stream.close(constants.NGHTTP2_CANCEL));
      stream.once('close', () => {
        clearTimeout(sending);
        running--;
        if (running === 0 && !session.closed) waiting = wait();
      });
    });
    session.once('close', () => clearTimeout(waiting));
  });
}

export const host = createServer(toNodeHandler(server)); // or createSecureServer
limitTimes(host, { body: 30_000, unread: 60_000, idle: 60_000 });
// #endregion
