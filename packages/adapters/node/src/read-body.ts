import { AsyncResource } from 'node:async_hooks';
import type { JsonApiRequest } from '@linkage/server';
import { readStream, textOfParsed } from '@linkage/server/adapter';
import type { HostRequest, NodeRequest } from './framework-types.ts';

type Body = string | Uint8Array;

const isBody = (value: unknown): value is Body => typeof value === 'string' || value instanceof Uint8Array;

/** Whether the body has already been read. A body parser that does not support the media type leaves it unread. */
function wasRead({ readableDidRead, readableEnded }: NodeRequest): boolean {
  return readableDidRead || readableEnded;
}

/** Whether an HTTP/1.1 request has a body of at least one byte, according to its headers. */
function hasBody({ headers }: NodeRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns a body that was already read: its text or bytes, or the parsed value as JSON. */
function readBefore(request: NodeRequest): Body | undefined {
  const { rawBody, body } = request as HostRequest;
  if (isBody(rawBody)) return rawBody;
  if (isBody(body)) return body;
  if (body !== undefined) return textOfParsed(body);
  if (!hasBody(request)) return undefined;
  throw new TypeError(
    'toNodeHandler: the body was already read, and is in neither `request.rawBody` nor `request.body`. ' +
      'Register the handler before the middleware that reads it.',
  );
}

/**
 * Returns the headers of a request. A body that was already read has also been decoded. Pseudo-headers
 * of HTTP/2, such as `:path`, are omitted.
 */
export function headersOf(request: NodeRequest): JsonApiRequest['headers'] {
  const isDecoded = wasRead(request) || isBody((request as HostRequest).rawBody);
  if (!isDecoded && request.httpVersionMajor < 2) return request.headers;
  const isOmitted = (name: string): boolean => name.startsWith(':') || (isDecoded && name === 'content-encoding');
  return Object.fromEntries(Object.entries(request.headers).filter(([name]) => !isOmitted(name)));
}

/**
 * Passes the body of a request to `done`: one that a body parser stored, or the bytes, in the turn in which the last of them arrives. Does
 * not call `done` if the connection breaks: the client disconnected, or Node has responded with 400 to an invalid HTTP request.
 *
 * @throws {TypeError} If the body was already read and is not stored on the request.
 */
export function readBody(request: NodeRequest, limit: number, done: (body: Body | undefined) => void): void {
  const isRead = wasRead(request) || isBody((request as HostRequest).rawBody);
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
