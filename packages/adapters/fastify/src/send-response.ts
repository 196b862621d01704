import { Readable } from 'node:stream';
import type { JsonApiResponse } from '@linkage/server';
import { bodyHeaders, mergeVary } from '@linkage/server/adapter';
import type { FastifyReply } from 'fastify';

/** For a string without a serializer, Fastify would add a charset, which the media type does not allow. */
const asIs = (text: unknown): string => text as string;

/** Returns the names in `Vary` that hooks and middleware of the application have set. */
function varyOf(reply: FastifyReply): readonly string[] {
  return [reply.raw.getHeader('Vary'), reply.getHeader('Vary')].flatMap((set) => set ?? []).map(String);
}

/** Sends a response. Keeps names in `Vary` that hooks and middleware of the application have set. */
export function sendResponse(reply: FastifyReply, answer: JsonApiResponse): FastifyReply {
  // Own members hide properties of `Object.prototype`.
  const { status, headers, body, stream } = { body: undefined, stream: undefined, ...answer };
  if (reply.sent && stream !== undefined) {
    // The application has responded itself. Otherwise, the source of the stream would wait for a reader.
    stream[Symbol.asyncIterator]()
      .return?.()
      .catch(() => undefined);
    return reply;
  }
  // Of hooks and of middleware. Most requests have none.
  const set = Object.keys(reply.getHeaders());
  const merged = set.length === 0 ? headers : mergeVary(headers, varyOf(reply));
  for (const name of set.length === 0 ? [] : bodyHeaders) {
    // After `removeHeader` of a field that is not set, Node omits the length that it would compute, and the chunks of a stream.
    if (reply.hasHeader(name) || reply.raw.hasHeader(name)) reply.removeHeader(name);
  }
  reply.code(status).headers(merged);
  // Fastify destroys the connection if the stream fails.
  if (stream !== undefined) return reply.send(Readable.from(stream, { objectMode: false, signal: stream.signal }));
  // Node sends a string together with the head, without a copy as bytes.
  return reply.serializer(asIs).send(body);
}
