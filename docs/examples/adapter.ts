import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyHeaders, connectionOf, mergeVary, readBounded, respondToError } from '@linkage/server/adapter';
import { server } from './source.ts';

export async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request;
  const body = await readBounded(request, server.bodyLimit).catch(() => undefined);
  if (body === undefined) return; // the client disconnected, or Node has responded with 400
  const result = await server.handle({ method, url, headers, body, connection: connectionOf(response) });
  const merged = mergeVary(result.headers, response.getHeader('Vary'));
  for (const name of bodyHeaders) if (response.hasHeader(name)) response.removeHeader(name); // of middleware
  response.writeHead(result.status, { ...merged }).end(result.body);
}

export const failure = respondToError(new Error('The database is down.'), console.error); // a generic 500
