import { Readable } from 'node:stream';
import type { JsonApiResponse, ResponseStream } from '@linkage/server';
import { bodyHeaders, mergeVary } from '@linkage/server/adapter';
import type { Context } from 'koa';

/**
 * Sets a response. If a function of the response throws, which middleware can replace, destroys the connection: Koa reports
 * the error, but would call the same functions for its error page, and end the process.
 */
export function sendResponse(ctx: Context, answer: JsonApiResponse): void {
  try {
    setResponse(ctx, answer);
  } catch (error) {
    ctx.req.socket.destroy();
    throw error;
  }
}

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
function toReadable(ctx: Context, stream: ResponseStream): Readable {
  const { res } = ctx;
  ignoreDepartures(ctx);
  const chunks = Readable.from(stream, { objectMode: false, signal: stream.signal });
  // Koa keeps the connection open after an error of the stream, so the client would wait for the rest of the document.
  return chunks.once('error', () => res.destroy());
}

/** Keeps names in `Vary` that other middleware has set. */
function setResponse(ctx: Context, answer: JsonApiResponse): void {
  // Own members hide properties of `Object.prototype`.
  const { status, headers, body, stream } = { body: undefined, stream: undefined, ...answer };
  const { res } = ctx;
  const merged = mergeVary(headers, res.getHeader('Vary'));
  // After `removeHeader` of a field that is not set, Node omits the length that it would compute, and the chunks of a stream.
  if (res.getHeaderNames().length > 0) for (const name of bodyHeaders) if (res.hasHeader(name)) ctx.remove(name);
  // For null, Koa sets 204 and removes the headers of a body, so set the status and the headers after the body.
  ctx.body = stream === undefined ? (body ?? null) : toReadable(ctx, stream);
  ctx.status = status;
  for (const name of Object.keys(merged)) res.setHeader(name, merged[name] as string);
}
