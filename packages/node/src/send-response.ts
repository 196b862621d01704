import type { ServerResponse } from 'node:http';
import type { JsonApiResponse } from '@linkage/server';
import { mergeVary, payloadFields } from '@linkage/server/adapter';
import type { NodeResponse } from './host-types.ts';
import { sendStream } from './send-stream.ts';

/** Sends a response, and keeps the names in `Vary` that middleware has already set. */
export function sendResponse(host: NodeResponse, { status, headers, body, stream }: JsonApiResponse): void {
  // Both response types have the same methods, but TypeScript cannot call overloads of a union.
  const response = host as ServerResponse;
  // The host has already responded, for example because of its own time limit.
  if (response.headersSent || response.writableEnded || response.destroyed) return;
  response.statusCode = status;
  // After `removeHeader` of a field that is not set, Node omits the length that it would compute.
  for (const name of payloadFields) if (response.hasHeader(name)) response.removeHeader(name);
  for (const [name, value] of Object.entries(mergeVary(headers, response.getHeader('Vary')))) {
    response.setHeader(name, value);
  }
  if (stream === undefined) response.end(body);
  else sendStream(host, stream);
}
