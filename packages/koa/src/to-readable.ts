import { Readable } from 'node:stream';
import type { ResponseStream } from '@linkage/server';
import type { Context } from 'koa';

/** The codes of errors of a connection that its client has left. */
const departures: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Koa treats a client that disconnects during a stream as an error of the application. Other errors stay with Koa. */
function ignoreDepartures(ctx: Context): void {
  const { onerror } = ctx;
  ctx.onerror = (error: Error | null) => {
    if (!departures.has((error as NodeJS.ErrnoException | null)?.code)) onerror.call(ctx, error as Error);
  };
}

/** Returns the chunks of a document as a stream that Koa sends, each when the client has received the ones before. */
export function toReadable(ctx: Context, stream: ResponseStream): Readable {
  const { res } = ctx;
  ignoreDepartures(ctx);
  const chunks = Readable.from(stream, { objectMode: false, signal: stream.signal });
  // Koa keeps the connection open after an error of the stream, so the client would wait for the rest of the document.
  return chunks.once('error', () => res.destroy());
}
