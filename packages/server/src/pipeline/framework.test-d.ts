import type { TypeName } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import type { FrameworkRequest, JsonApiRequest } from '../http.ts';
import type { ServerWrites } from '../writing/server-writes.ts';
import { createServer } from './create-server.ts';
import type { ApplicationServer, Server } from './server.ts';

interface AppFramework {
  readonly user: string;
}
const request = { method: 'GET', url: '/articles', headers: {} };

test('the type of the framework comes from `context`, and reaches hooks and `handle`', () => {
  const server = createServer(blog, blogSources(), {
    context: ({ framework }: FrameworkRequest<AppFramework>) => framework.user,
    access: { articles: { read: (user) => user === 'Ann' } },
    onRequest: ({ framework }) => void expectTypeOf(framework).toEqualTypeOf<AppFramework>(),
    onError: (_error, _id, { framework }) => expectTypeOf(framework).toEqualTypeOf<AppFramework>(),
  });
  expectTypeOf(server).toEqualTypeOf<
    ApplicationServer<FrameworkRequest<AppFramework>, string, TypeName<typeof blog>, ServerWrites<typeof blog>>
  >();
  server.handle({ ...request, framework: { user: 'Ann' } });
  // @ts-expect-error The context requires a framework.
  server.handle(request);
  // @ts-expect-error A server that requires a framework cannot serve requests without one.
  const anyHost: Server = server;
  expectTypeOf(anyHost).toEqualTypeOf<Server>();
});

test('a server without a declared framework accepts every framework', () => {
  type Context = JsonApiRequest['headers'][string];
  const server = createServer(blog, blogSources(), { context: ({ headers }) => headers['authorization'] });
  expectTypeOf(server).toEqualTypeOf<
    ApplicationServer<JsonApiRequest, Context, TypeName<typeof blog>, ServerWrites<typeof blog>>
  >();
  const hosted: Server<FrameworkRequest<AppFramework>> = server;
  hosted.handle({ ...request, framework: { user: 'Ann' } });
  server.handle(request);
});
