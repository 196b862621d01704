import { Readable } from 'node:stream';
import type { ResponseStream } from '@linkage/server';
import type { Context } from 'koa';

/** Returns the chunks of a document as a stream that Koa sends, each when the client has received the ones before. */
export function toReadable({ res }: Context, stream: ResponseStream): Readable {
  const chunks = Readable.from(stream, { objectMode: false, signal: stream.signal });
  // Koa keeps the connection open after an error of the stream, so the client would wait for the rest of the document.
  return chunks.once('error', () => res.destroy());
}
