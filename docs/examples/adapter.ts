import type { IncomingMessage, ServerResponse } from 'node:http';
import { abortOnClose, logFailure, mergeVary, readBounded, respondToError } from '@linkage/server/adapter';
import { server } from './source.ts';

export async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request;
  const signal = abortOnClose(response);
  const body = await readBounded(request, server.bodyLimit);
  const result = await server.handle({ method, url, headers, body, signal });
  const merged = mergeVary(result.headers, response.getHeader('Vary'));
  response.writeHead(result.status, { ...merged }).end(result.body);
}

export const failure = respondToError(new Error('The database is down.'), logFailure); // a generic 500
