import type { JsonApiResponse } from '@linkage/server';
import { mergeVary } from '@linkage/server/adapter';
import type { FastifyReply } from 'fastify';

/** For a string without a serializer Fastify adds a charset, a parameter that the media type does not allow. */
const asIs = (text: unknown): string => text as string;

/** Sends a response, and keeps the names in `Vary` that hooks and middleware of the application have set before. */
export function sendResponse(reply: FastifyReply, { status, headers, body }: JsonApiResponse): FastifyReply {
  const vary = [reply.raw.getHeader('Vary'), reply.getHeader('Vary')].flatMap((set) => set ?? []).map(String);
  reply.code(status).headers(mergeVary(headers, vary));
  // As a string, Node sends it together with the head, and nothing copies it to bytes before.
  return reply.serializer(asIs).send(body);
}
