/** An adapter for `node:http` in a few lines, with the helpers that all adapters share. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { abortOnClose, mergeVary, readBounded, respondToError } from '@linkage/server/adapter';
import { server } from './source.ts';

const logError = (error: unknown, id: string): void => console.error(id, error);

export async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request;
  const signal = abortOnClose(response);
  const body = await readBounded(request, server.bodyLimit);
  const result = await server.handle({ method, url, headers, body, signal });
  const merged = mergeVary(result.headers, response.getHeader('Vary'));
  response.writeHead(result.status, { ...merged }).end(result.body);
}

export const failure = respondToError(new Error('The database is down.'), logError); // a generic 500
