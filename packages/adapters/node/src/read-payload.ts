import type { JsonApiRequest } from '@linkage/server';
import { readBounded, textOfParsed } from '@linkage/server/adapter';
import type { HostRequest, NodeRequest } from './framework-types.ts';

type Payload = string | Uint8Array;

const isPayload = (value: unknown): value is Payload => typeof value === 'string' || value instanceof Uint8Array;

/** Whether the payload has already been read. A body parser that does not support the media type leaves it unread. */
function wasRead({ readableDidRead, readableEnded }: NodeRequest): boolean {
  return readableDidRead || readableEnded;
}

/** Whether an HTTP/1.1 request has a payload of at least one byte, according to its header fields. */
function hasPayload({ headers }: NodeRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns a payload that was already read: its text or bytes, or the parsed value as JSON. */
function readBefore(request: NodeRequest): Payload | undefined {
  const { rawBody, body } = request as HostRequest;
  if (isPayload(rawBody)) return rawBody;
  if (isPayload(body)) return body;
  if (body !== undefined) return textOfParsed(body);
  if (!hasPayload(request)) return undefined;
  throw new TypeError(
    'toNodeHandler: the payload was already read, and is in neither `request.rawBody` nor `request.body`. ' +
      'Register the handler before the middleware that reads it.',
  );
}

/**
 * Returns the header fields of a request. A payload that was already read has also been decoded. Pseudo-header fields
 * of HTTP/2, such as `:path`, are omitted.
 */
export function headersOf(request: NodeRequest): JsonApiRequest['headers'] {
  const isDecoded = wasRead(request) || isPayload((request as HostRequest).rawBody);
  if (!isDecoded && request.httpVersionMajor < 2) return request.headers;
  const isOmitted = (name: string): boolean => name.startsWith(':') || (isDecoded && name === 'content-encoding');
  return Object.fromEntries(Object.entries(request.headers).filter(([name]) => !isOmitted(name)));
}

/** A payload, or the fact that the connection closed while the payload was read. */
export type ReadPayload = { readonly body: Payload | undefined } | 'broken';

/** The payload of a request that has none. */
export const noPayload: ReadPayload = Object.freeze({ body: undefined });

/** Whether a request does not have a payload because of its method. */
export function hasNoPayload({ method }: NodeRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Reads the payload of a request, or returns the payload that a body parser stored.
 *
 * @throws {TypeError} If the payload was already read and is not stored on the request.
 */
export async function readPayload(request: NodeRequest, limit: number): Promise<ReadPayload> {
  if (wasRead(request) || isPayload((request as HostRequest).rawBody)) return { body: readBefore(request) };
  try {
    return { body: await readBounded(request, limit) };
  } catch {
    return 'broken';
  }
}
