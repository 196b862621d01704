import type { Awaitable } from '@linkage/core/internal';
import type { ClientConnection } from '@linkage/server';
import { readStream, textOfParsed } from '@linkage/server/adapter';
import type { Context } from 'koa';

/** The members that body parsers set on the request. */
interface ParsedRequest {
  readonly rawBody?: unknown;
  readonly body?: unknown;
}

const isBody = (value: unknown): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array;

/** Returns the headers. Removes the content encoding if a body parser has already decoded the body. */
export function headersOf({ req, request, headers }: Context): Context['headers'] {
  if (!req.readableDidRead && !isBody((request as ParsedRequest).rawBody)) return headers;
  const { 'content-encoding': _, ...others } = headers;
  return others;
}

type Body = string | Uint8Array | undefined;

/** The body that a body parser stored. A parser that does not know the media type sets an empty object and does not read the body. */
function readBefore({ req, request }: Context): { readonly body: Body } | undefined {
  const { rawBody, body } = request as ParsedRequest & Context['request'];
  if (isBody(rawBody)) return { body: rawBody };
  if (!req.readableDidRead && !req.readableEnded) return undefined;
  return { body: isBody(body) ? body : textOfParsed(body) };
}

/**
 * Reads the body of a request. Returns undefined if the connection breaks. Koa treats every broken connection as an
 * error of the application, but a malformed chunk is an error of the client: Node has responded with 400, or the client
 * is disconnected.
 */
export function readBody(
  ctx: Context,
  limit: number,
  connection: ClientConnection,
): Awaitable<{ readonly body: Body } | undefined> {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return { body: undefined };
  const before = readBefore(ctx);
  if (before !== undefined) return before;
  const { onerror } = ctx;
  ctx.onerror = () => undefined;
  return new Promise((resolve, reject) => {
    readStream(ctx.req, limit, (error, body) => {
      ctx.onerror = onerror;
      if (error === null) resolve({ body });
      else if (connection.isGone() || ctx.req.socket.destroyed) resolve(undefined);
      else reject(error);
    });
  });
}
