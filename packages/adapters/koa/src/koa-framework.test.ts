import type { AddressInfo } from 'node:net';
import { defineApi } from '@linkage/core';
import { createServer, type FrameworkRequest, type Server } from '@linkage/server';
import Koa from 'koa';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { jsonApiMiddleware } from './json-api-middleware.ts';
import type { KoaFramework } from './koa-framework.ts';

const api = defineApi({ notes: { attributes: { text: z.string() } } });
const failure = new Error('The disk is full.');
const failing = {
  notes: {
    list: () => {
      throw failure;
    },
  },
};

/** Sends one request, and returns the id of the error in the response. */
async function errorId(server: Server<FrameworkRequest<KoaFramework>>, configure: (koa: Koa) => void): Promise<string> {
  const koa = new Koa();
  configure(koa);
  koa.use(jsonApiMiddleware(server));
  const listening = koa.listen(0);
  try {
    const response = await fetch(`http://localhost:${(listening.address() as AddressInfo).port}/notes`);
    return (await response.json()).errors[0].id;
  } finally {
    listening.close();
  }
}

test.each(['setHeader', 'getHeader', 'getHeaderNames'] as const)(
  'middleware has replaced `%s` with a function that throws: the connection closes, and Koa reports the error',
  async (name) => {
    const koa = new Koa();
    const thrown = new Error(`${name} failed`);
    const heard: unknown[] = [];
    koa.on('error', (error) => heard.push(error));
    koa.use((ctx, next) => {
      ctx.res[name] = () => {
        throw thrown;
      };
      return next();
    });
    koa.use(jsonApiMiddleware(createServer(api, failing)));
    const listening = koa.listen(0);
    await expect(fetch(`http://localhost:${(listening.address() as AddressInfo).port}/notes/1`)).rejects.toThrow();
    listening.close();
    expect(heard).toEqual([thrown]);
  },
);

test('the context of Koa reaches the context, the hooks, and `onError`', async () => {
  const seen: unknown[] = [];
  const server = createServer(api, failing, {
    context: ({ framework }: FrameworkRequest<KoaFramework>) => void seen.push(framework.ctx.state.user),
    onRequest: ({ framework }) => void seen.push(framework.ctx.path),
    onError: (error, id, { framework }) => void seen.push([error, id, framework.ctx.state.user]),
  });
  const id = await errorId(server, (koa) =>
    koa.use((ctx, next) => {
      ctx.state['user'] = 'Ann';
      return next();
    }),
  );
  expect(seen).toEqual(['/notes', 'Ann', [failure, id, 'Ann']]);
});

test('a failure without `onError` is an `error` of the application, with the id in the response', async () => {
  const seen: unknown[] = [];
  const id = await errorId(createServer(api, failing), (koa) =>
    koa.on('error', (error, ctx, ...rest) => seen.push([error, ctx.path, ...rest])),
  );
  expect(seen).toEqual([[failure, '/notes', id]]);
});

test.each([
  [false, 1],
  [true, 0],
])('without a listener it goes to the console, unless `silent` is set: %s', async (silent, count) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const id = await errorId(createServer(api, failing), (koa) => Object.assign(koa, { silent }));
  expect(log.mock.calls).toEqual(Array(count).fill([expect.stringContaining(id), failure]));
  log.mockRestore();
});
