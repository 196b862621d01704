import type { FastifyFramework } from '@linkage/fastify';
import type { FetchFramework } from '@linkage/fetch';
import type { KoaFramework } from '@linkage/koa';
import type { NodeFramework } from '@linkage/node';
import { createMemorySources, createServer, type FrameworkRequest } from '@linkage/server';
import type express from 'express';
import type { FastifyRequest } from 'fastify';
import { api } from '../core.ts';

const sources = createMemorySources(api, { articles: [{ id: '1', title: 'Hello' }] });
export interface User {
  readonly id: string;
}
// Rules show in the test that `context` returned the user.
const access = { articles: { read: (user: User | undefined) => user?.id === '7' } };

// #region fastify
type WithUser = FastifyRequest & { user?: User }; // set by your hook or plug-in
export const fastifyServer = createServer(api, sources, {
  context: ({ framework }: FrameworkRequest<FastifyFramework>) => (framework.request as WithUser).user,
  access,
});
// #endregion

// #region koa
export const koaServer = createServer(api, sources, {
  context: ({ framework }: FrameworkRequest<KoaFramework>) => framework.ctx.state['user'] as User | undefined,
  access,
});
// #endregion

// #region express
// For plain Node, `NodeFramework` alone: `framework.request` is the IncomingMessage.
export const expressServer = createServer(api, sources, {
  context: ({ framework }: FrameworkRequest<NodeFramework<express.Request & { user?: User }>>) =>
    framework.request.user,
  access,
});
// #endregion

// #region fetch
interface Env {
  readonly sessions: ReadonlyMap<string, User>; // a binding, such as a KV namespace
}
export const fetchServer = createServer(api, sources, {
  context: ({ framework }: FrameworkRequest<FetchFramework<Env>>) =>
    framework.env.sessions.get(framework.request.headers.get('Authorization') ?? ''),
  access,
});
// #endregion
