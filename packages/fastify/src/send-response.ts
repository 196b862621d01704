import { Readable } from 'node:stream';
import type { JsonApiResponse } from '@linkage/server';
import { mergeVary, payloadFields } from '@linkage/server/adapter';
import type { FastifyReply } from 'fastify';

/** For a string without a serializer, Fastify would add a charset, which the media type does not allow. */
const asIs = (text: unknown): string => text as string;

/** Sends a response. Keeps names in `Vary` that hooks and middleware of the application have set. */
export function sendResponse(reply: FastifyReply, { status, headers, body, stream }: JsonApiResponse): FastifyReply {
  const vary = [reply.raw.getHeader('Vary'), reply.getHeader('Vary')].flatMap((set) => set ?? []).map(String);
  for (const name of payloadFields) {
    // After `removeHeader` of a field that is not set, Node omits the length that it would compute, and the chunks of a stream.
    if (reply.hasHeader(name) || reply.raw.hasHeader(name)) reply.removeHeader(name);
  }
  reply.code(status).headers(mergeVary(headers, vary));
  // Fastify destroys the connection if the stream fails.
  if (stream !== undefined) return reply.send(Readable.from(stream, { objectMode: false, signal: stream.signal }));
  // Node sends a string together with the head, without a copy as bytes.
  return reply.serializer(asIs).send(body);
}
