import { readBounded } from '@linkage/server/adapter';
import type { Context } from 'koa';

/** What body parsers leave on the request. */
interface ParsedRequest {
  readonly rawBody?: unknown;
  readonly body?: unknown;
}

const isPayload = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array;

/** A body parser that has read the payload has decoded it too. */
export function headersOf({ req, request, headers }: Context): Context['headers'] {
  if (!req.readableDidRead && !isPayload((request as ParsedRequest).rawBody)) return headers;
  const { 'content-encoding': _, ...others } = headers;
  return others;
}

async function readBody(ctx: Context, limit: number): Promise<string | Uint8Array | undefined> {
  const { req, method } = ctx;
  if (method === 'GET' || method === 'HEAD') return undefined;
  const { rawBody, body } = ctx.request as ParsedRequest & Context['request'];
  if (isPayload(rawBody)) return rawBody;
  // A parser that does not know the media type leaves an empty object and the payload unread.
  if (req.readableDidRead || req.readableEnded) return isPayload(body) ? body : JSON.stringify(body);
  return readBounded(req, limit);
}

/**
 * Reads the payload of a request; returns undefined if the connection breaks. To Koa, whatever breaks a connection is an error
 * of the application. A malformed chunk is an error of the client: Node has responded with 400, or the client is gone.
 */
export async function readPayload(
  ctx: Context,
  limit: number,
  signal: AbortSignal,
): Promise<{ readonly body: string | Uint8Array | undefined } | undefined> {
  const { onerror } = ctx;
  ctx.onerror = () => undefined;
  try {
    return { body: await readBody(ctx, limit) };
  } catch (error) {
    if (signal.aborted || ctx.req.socket.destroyed) return undefined;
    throw error;
  } finally {
    ctx.onerror = onerror;
  }
}
