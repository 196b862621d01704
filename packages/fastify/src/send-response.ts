import type { JsonApiResponse } from '@linkage/server';
import { mergeVary } from '@linkage/server/adapter';
import type { FastifyReply } from 'fastify';

/** Sends a response. Keeps names in `Vary` that hooks and middleware of the application have set. */
export function sendResponse(reply: FastifyReply, { status, headers, body }: JsonApiResponse): FastifyReply {
  const vary = [reply.raw.getHeader('Vary'), reply.getHeader('Vary')].flatMap((set) => set ?? []).map(String);
  reply.code(status).headers(mergeVary(headers, vary));
  // For a string, Fastify would add a charset, which the media type does not allow.
  return reply.send(body === undefined ? undefined : Buffer.from(body));
}
