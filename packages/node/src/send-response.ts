import type { ServerResponse } from 'node:http';
import type { JsonApiResponse } from '@linkage/server';
import { mergeVary } from '@linkage/server/adapter';
import type { NodeResponse } from './host-types.ts';

/** Sends a response, and keeps the names in `Vary` that middleware has set before. */
export function sendResponse(host: NodeResponse, { status, headers, body }: JsonApiResponse): void {
  // The two responses have the same methods, but TypeScript cannot call overloads of a union.
  const response = host as ServerResponse;
  // The host has responded in the meantime, for example because of a time limit of its own.
  if (response.headersSent || response.writableEnded || response.destroyed) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(mergeVary(headers, response.getHeader('Vary')))) {
    response.setHeader(name, value);
  }
  response.end(body);
}
