import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ResponseStream } from '@linkage/server';
import type { NodeResponse } from './host-types.ts';

/** The error code of HTTP/2 for a response that cannot be completed (RFC 9113, section 7). */
const INTERNAL_ERROR = 2;

/**
 * Sends the chunks of a document, each when the client has received the ones before. If the document fails, destroys the connection, or
 * the stream of HTTP/2, so that the client cannot mistake the text for a complete document.
 */
export function sendStream(response: NodeResponse, stream: ResponseStream): void {
  pipeline(stream, response as Writable, { signal: stream.signal }).catch(() => {
    // The server has already reported the failure.
    if ('stream' in response) response.stream?.close(INTERNAL_ERROR);
    else response.destroy();
  });
}

/** Ends a stream that is not sent. Otherwise, its source would stay open until the time limit of streams. */
export function closeStream(stream: ResponseStream): void {
  const closing = stream[Symbol.asyncIterator]().return?.();
  // The source can fail while it closes: the response does not depend on it.
  closing?.then(undefined, () => undefined);
}
