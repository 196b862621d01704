import type { ClientConnection } from '@linkage/server';
import { readBounded, textOfParsed } from '@linkage/server/adapter';
import type { Context } from 'koa';

/** The members that body parsers set on the request. */
interface ParsedRequest {
  readonly rawBody?: unknown;
  readonly body?: unknown;
}

const isPayload = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array;

/** Returns the header fields. Removes the content encoding if a body parser has already decoded the payload. */
export function headersOf({ req, request, headers }: Context): Context['headers'] {
  if (!req.readableDidRead && !isPayload((request as ParsedRequest).rawBody)) return headers;
  const { 'content-encoding': _, ...others } = headers;
  return others;
}

async function readBody(ctx: Context, limit: number): Promise<string | Uint8Array | undefined> {
  const { req } = ctx;
  const { rawBody, body } = ctx.request as ParsedRequest & Context['request'];
  if (isPayload(rawBody)) return rawBody;
  // A parser that does not know the media type sets an empty object and does not read the payload.
  if (req.readableDidRead || req.readableEnded) return isPayload(body) ? body : textOfParsed(body);
  return readBounded(req, limit);
}

/** The payload of a request that has none. */
export const noPayload: { readonly body: undefined } = Object.freeze({ body: undefined });

/** Whether a request does not have a payload because of its method. */
export function hasNoPayload({ method }: Context): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Reads the payload of a request. Returns undefined if the connection breaks. Koa treats every broken connection as an
 * error of the application, but a malformed chunk is an error of the client: Node has responded with 400, or the client
 * is disconnected.
 */
export async function readPayload(
  ctx: Context,
  limit: number,
  connection: ClientConnection,
): Promise<{ readonly body: string | Uint8Array | undefined } | undefined> {
  const { onerror } = ctx;
  ctx.onerror = () => undefined;
  try {
    return { body: await readBody(ctx, limit) };
  } catch (error) {
    if (connection.isGone() || ctx.req.socket.destroyed) return undefined;
    throw error;
  } finally {
    ctx.onerror = onerror;
  }
}
