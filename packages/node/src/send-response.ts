import type { ServerResponse } from 'node:http';
import type { JsonApiResponse, ResponseStream } from '@linkage/server';
import { mergeVary, payloadFields } from '@linkage/server/adapter';
import type { NodeResponse } from './host-types.ts';
import { closeStream, sendStream } from './send-stream.ts';

/**
 * Sends a response, and keeps the names in `Vary` that middleware has already set. If a function of the response throws, destroys
 * the connection: the error pages of frameworks call the same functions, and would end the process.
 */
export function sendResponse(host: NodeResponse, answer: JsonApiResponse): void {
  orDestroy(host, () => send(host, answer), answer.stream);
}

/** Calls a function that can throw, because middleware replaces functions. If it throws, destroys the connection. */
export function orDestroy(host: NodeResponse, run: () => void, stream?: ResponseStream): void {
  try {
    run();
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the error has no other reader
    console.error(error);
    if (stream !== undefined) closeStream(stream);
    // Not `response.destroy`, which can be replaced, too.
    if ('stream' in host) host.stream?.destroy();
    else host.socket?.destroy();
  }
}

function send(host: NodeResponse, answer: JsonApiResponse): void {
  // Own members hide properties of `Object.prototype`.
  const { status, headers, body, stream } = { body: undefined, stream: undefined, ...answer };
  // Both response types have the same methods, but TypeScript cannot call overloads of a union.
  const response = host as ServerResponse;
  // The host has already responded, for example because of its own time limit.
  if (response.headersSent || response.writableEnded || response.destroyed) {
    if (stream !== undefined) closeStream(stream);
    return;
  }
  response.statusCode = status;
  const merged = mergeVary(headers, response.getHeader('Vary'));
  // After `removeHeader` of a field that is not set, Node omits the length that it would compute.
  if (response.getHeaderNames().length > 0)
    for (const name of payloadFields) if (response.hasHeader(name)) response.removeHeader(name);
  for (const name of Object.keys(merged)) response.setHeader(name, merged[name] as string);
  if (stream === undefined) response.end(body);
  else sendStream(host, stream);
}
