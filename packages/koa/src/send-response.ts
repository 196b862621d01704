import type { JsonApiResponse } from '@linkage/server';
import { mergeVary, payloadFields } from '@linkage/server/adapter';
import type { Context } from 'koa';
import { toReadable } from './to-readable.ts';

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

/** Keeps names in `Vary` that other middleware has set. */
function setResponse(ctx: Context, answer: JsonApiResponse): void {
  // Own members hide properties of `Object.prototype`.
  const { status, headers, body, stream } = { body: undefined, stream: undefined, ...answer };
  const { res } = ctx;
  const merged = mergeVary(headers, res.getHeader('Vary'));
  // After `removeHeader` of a field that is not set, Node omits the length that it would compute, and the chunks of a stream.
  if (res.getHeaderNames().length > 0) for (const name of payloadFields) if (res.hasHeader(name)) ctx.remove(name);
  // For null, Koa sets 204 and removes the header fields of a payload, so set the status and the header fields after the body.
  ctx.body = stream === undefined ? (body ?? null) : toReadable(ctx, stream);
  ctx.status = status;
  for (const name of Object.keys(merged)) res.setHeader(name, merged[name] as string);
}
