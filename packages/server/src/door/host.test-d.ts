import type { TypeName } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import type { HostedRequest, JsonApiRequest } from '../http.ts';
import type { ServerWrites } from '../writing/server-writes.ts';
import { createServer } from './create-server.ts';
import type { ApplicationServer, Server } from './server.ts';

interface AppHost {
  readonly user: string;
}
const request = { method: 'GET', url: '/articles', headers: {} };

test('the type of the host comes from `context`, and reaches hooks and `handle`', () => {
  const server = createServer(blog, blogSources(), {
    context: ({ host }: HostedRequest<AppHost>) => host.user,
    access: { articles: { read: (user) => user === 'Ann' } },
    onRequest: ({ host }) => void expectTypeOf(host).toEqualTypeOf<AppHost>(),
    onError: (_error, _id, { host }) => expectTypeOf(host).toEqualTypeOf<AppHost>(),
  });
  expectTypeOf(server).toEqualTypeOf<
    ApplicationServer<HostedRequest<AppHost>, string, TypeName<typeof blog>, ServerWrites<typeof blog>>
  >();
  server.handle({ ...request, host: { user: 'Ann' } });
  // @ts-expect-error The context requires a host.
  server.handle(request);
  // @ts-expect-error A server that requires a host cannot serve requests without one.
  const anyHost: Server = server;
  expectTypeOf(anyHost).toEqualTypeOf<Server>();
});

test('a server without a declared host accepts every host', () => {
  type Context = JsonApiRequest['headers'][string];
  const server = createServer(blog, blogSources(), { context: ({ headers }) => headers['authorization'] });
  expectTypeOf(server).toEqualTypeOf<
    ApplicationServer<JsonApiRequest, Context, TypeName<typeof blog>, ServerWrites<typeof blog>>
  >();
  const hosted: Server<HostedRequest<AppHost>> = server;
  hosted.handle({ ...request, host: { user: 'Ann' } });
  server.handle(request);
});
