import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { JsonApiResponse, ResponseStream } from '@linkage/server';
import { bodyHeaders, mergeVary } from '@linkage/server/adapter';
import type { NodeResponse } from './framework-types.ts';

/** The error code of HTTP/2 for a response that cannot be completed (RFC 9113, section 7). */
const INTERNAL_ERROR = 2;

/**
 * Sends the chunks of a document, each when the client has received the ones before. If the document fails, destroys the connection, or
 * the stream of HTTP/2, so that the client cannot mistake the text for a complete document.
 */
function sendStream(response: NodeResponse, stream: ResponseStream): void {
  pipeline(stream, response as Writable, { signal: stream.signal }).catch(() => {
    // The server has already reported the failure.
    if ('stream' in response) response.stream?.close(INTERNAL_ERROR);
    else response.destroy();
  });
}

/** Ends a stream that is not sent. Otherwise, its source would stay open until the time limit of streams. */
function closeStream(stream: ResponseStream): void {
  const closing = stream[Symbol.asyncIterator]().return?.();
  // The source can fail while it closes: the response does not depend on it.
  closing?.then(undefined, () => undefined);
}

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
    for (const name of bodyHeaders) if (response.hasHeader(name)) response.removeHeader(name);
  for (const name of Object.keys(merged)) response.setHeader(name, merged[name] as string);
  if (stream === undefined) response.end(body);
  else sendStream(host, stream);
}
