import type { FastifyFramework } from '@linkage/fastify';
import type { FrameworkRequest } from '@linkage/server';
import { createMemorySources, createServer } from '@linkage/server';
import type { FastifyRequest } from 'fastify';
import { api } from './core.ts';

export type Authenticated = FastifyRequest & { user?: { readonly id: string } };
export const server = createServer(api, createMemorySources(api, {}), {
  baseUrl: '/api',
  context: ({ framework }: FrameworkRequest<FastifyFramework>) => (framework.request as Authenticated).user,
  access: { articles: { read: () => true, create: (user) => user !== undefined } },
  onError: (error, errorId, { framework }) => framework.request.log.error({ err: error, errorId }),
});
