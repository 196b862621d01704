import type { JsonApiRequest } from '@linkage/server';
import { readBounded } from '@linkage/server/adapter';
import type { HostRequest, NodeRequest } from './host-types.ts';

type Payload = string | Uint8Array;

const isPayload = (value: unknown): value is Payload => typeof value === 'string' || value instanceof Uint8Array;

/** Whether something has read the payload before. A body parser that does not know the media type leaves it unread. */
function wasRead({ readableDidRead, readableEnded }: NodeRequest): boolean {
  return readableDidRead || readableEnded;
}

/** Whether a request of HTTP/1.1 has a payload of at least one byte, as far as its header fields tell. */
function hasPayload({ headers }: NodeRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The payload that was read before: its text or bytes, or the parsed value as JSON. */
function readBefore(request: NodeRequest): Payload | undefined {
  const { rawBody, body } = request as HostRequest;
  if (isPayload(rawBody)) return rawBody;
  if (isPayload(body)) return body;
  if (body !== undefined) return JSON.stringify(body);
  if (!hasPayload(request)) return undefined;
  throw new TypeError(
    'The payload of the request was read before toNodeHandler, and is in neither request.rawBody nor request.body. ' +
      'Put the handler before the middleware that reads it.',
  );
}

/**
 * Returns the header fields of a request. Whatever read a payload before has also decoded it. Pseudo-header fields of
 * HTTP/2, such as `:path`, are not header fields.
 */
export function headersOf(request: NodeRequest): JsonApiRequest['headers'] {
  const isDecoded = wasRead(request) || isPayload((request as HostRequest).rawBody);
  const isOmitted = (name: string): boolean => name.startsWith(':') || (isDecoded && name === 'content-encoding');
  return Object.fromEntries(Object.entries(request.headers).filter(([name]) => !isOmitted(name)));
}

/** A payload, or the fact that the connection broke while it was read. */
export type ReadPayload = { readonly body: Payload | undefined } | 'broken';

/**
 * Reads the payload of a request, or takes what a body parser left.
 *
 * @throws {TypeError} If something has read the payload and has not left it on the request.
 */
export async function readPayload(request: NodeRequest, limit: number): Promise<ReadPayload> {
  const { method } = request;
  if (method === 'GET' || method === 'HEAD') return { body: undefined };
  if (wasRead(request) || isPayload((request as HostRequest).rawBody)) return { body: readBefore(request) };
  try {
    return { body: await readBounded(request, limit) };
  } catch {
    return 'broken';
  }
}
