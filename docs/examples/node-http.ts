import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@linkage/server';
import { abortOnClose, mergeVary, readBounded } from '@linkage/server/adapter';

/** Creates a listener for `createServer` of node:http, and for Express. */
export function toListener(server: Server) {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    const signal = abortOnClose(response); // Aborts when the client disconnects.
    const body = method === 'GET' || method === 'HEAD' ? undefined : await readBounded(request, server.bodyLimit);
    const answered = await server.handle({ method, url, headers, body, signal });
    response.statusCode = answered.status;
    // Keeps the `Vary` of a CORS middleware.
    response.setHeaders(new Map(Object.entries(mergeVary(answered.headers, response.getHeader('Vary')))));
    response.end(answered.body);
  };
  return (request: IncomingMessage, response: ServerResponse): void => {
    // Fails if the payload cannot be read: the client has disconnected.
    answer(request, response).catch(() => response.destroy());
  };
}
