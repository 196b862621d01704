import type { ServerResponse } from 'node:http';
import type { JsonApiResponse } from '@linkage/server';
import { mergeVary } from '@linkage/server/adapter';
import type { NodeResponse } from './host-types.ts';

/** Header fields that describe a body. Middleware that failed or passed the request on can have set them for another one. */
const bodyHeaders = [
  'Content-Encoding',
  'Content-Length',
  'Content-Range',
  'ETag',
  'Last-Modified',
  'Transfer-Encoding',
];

/** Sends a response, and keeps the names in `Vary` that middleware has already set. */
export function sendResponse(host: NodeResponse, { status, headers, body }: JsonApiResponse): void {
  // Both response types have the same methods, but TypeScript cannot call overloads of a union.
  const response = host as ServerResponse;
  // The host has already responded, for example because of its own time limit.
  if (response.headersSent || response.writableEnded || response.destroyed) return;
  response.statusCode = status;
  // After `removeHeader` of a field that is not set, Node omits the length that it would compute.
  for (const name of bodyHeaders) if (response.hasHeader(name)) response.removeHeader(name);
  for (const [name, value] of Object.entries(mergeVary(headers, response.getHeader('Vary')))) {
    response.setHeader(name, value);
  }
  response.end(body);
}
