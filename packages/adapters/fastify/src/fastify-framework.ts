import type { FrameworkRequest } from '@linkage/server';
import { logFailure } from '@linkage/server/adapter';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The part of a request that comes from Fastify. `request` has the decorations of your plugins, such as `user` and
 * `session`, and `ip`, `id`, and `log`.
 */
export interface FastifyFramework {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Writes a failure to the log of the request. Without a logger, Fastify would discard it, so it goes to the console. */
export function logToFastify(error: unknown, id: string, { framework }: FrameworkRequest<FastifyFramework>): void {
  const { log } = framework.request;
  // The logger of Fastify without the option `logger` has the same empty function for each level.
  if ((log.error as unknown) === log.info) logFailure(error, id);
  else log.error({ err: error, errorId: id }, 'JSON:API request failed');
}
