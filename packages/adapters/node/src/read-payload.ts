import { AsyncResource } from 'node:async_hooks';
import type { JsonApiRequest } from '@linkage/server';
import { readStream, textOfParsed } from '@linkage/server/adapter';
import type { HostRequest, NodeRequest } from './framework-types.ts';

type Payload = string | Uint8Array;

const isPayload = (value: unknown): value is Payload => typeof value === 'string' || value instanceof Uint8Array;

/** Whether the payload has already been read. A body parser that does not support the media type leaves it unread. */
function wasRead({ readableDidRead, readableEnded }: NodeRequest): boolean {
  return readableDidRead || readableEnded;
}

/** Whether an HTTP/1.1 request has a payload of at least one byte, according to its headers. */
function hasPayload({ headers }: NodeRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns a payload that was already read: its text or bytes, or the parsed value as JSON. */
function readBefore(request: NodeRequest): Payload | undefined {
  const { rawBody, body } = request as HostRequest;
  if (isPayload(rawBody)) return rawBody;
  if (isPayload(body)) return body;
  if (body !== undefined) return textOfParsed(body);
  if (!hasPayload(request)) return undefined;
  throw new TypeError(
    'toNodeHandler: the payload was already read, and is in neither `request.rawBody` nor `request.body`. ' +
      'Register the handler before the middleware that reads it.',
  );
}

/**
 * Returns the headers of a request. A payload that was already read has also been decoded. Pseudo-headers
 * of HTTP/2, such as `:path`, are omitted.
 */
export function headersOf(request: NodeRequest): JsonApiRequest['headers'] {
  const isDecoded = wasRead(request) || isPayload((request as HostRequest).rawBody);
  if (!isDecoded && request.httpVersionMajor < 2) return request.headers;
  const isOmitted = (name: string): boolean => name.startsWith(':') || (isDecoded && name === 'content-encoding');
  return Object.fromEntries(Object.entries(request.headers).filter(([name]) => !isOmitted(name)));
}

/**
 * Passes the payload of a request to `done`: one that a body parser stored, or the bytes, in the turn in which the last of them arrives. Does
 * not call `done` if the connection breaks: the client disconnected, or Node has responded with 400 to an invalid HTTP request.
 *
 * @throws {TypeError} If the payload was already read and is not stored on the request.
 */
export function readPayload(request: NodeRequest, limit: number, done: (body: Payload | undefined) => void): void {
  const isRead = wasRead(request) || isPayload((request as HostRequest).rawBody);
  if (request.method === 'GET' || request.method === 'HEAD') done(undefined);
  else if (isRead) done(readBefore(request));
  else {
    // The events of a request do not run in the asynchronous context of its middleware.
    const bound = AsyncResource.bind(done);
    readStream(request, limit, (error, bytes) => {
      if (error === null) bound(bytes);
    });
  }
}
