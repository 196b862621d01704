import { AsyncLocalStorage } from 'node:async_hooks';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineApi } from '@linkage/core';
import { createMemorySources, createServer, type FrameworkRequest } from '@linkage/server';
import express from 'express';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { echo } from '../../../server/test/adapter-suite.ts';
import { listen } from '../test/hosts.ts';
import type { NodeFramework } from './framework-types.ts';
import { toNodeHandler } from './to-node-handler.ts';

const api = defineApi({ notes: { attributes: { text: z.string() } } });
/** Sends the path as it is: `fetch` would resolve dots. */
function statusOf(origin: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(origin, { path }, (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
}

type ExpressRequest = express.Request & { user?: string };

test('the request of Express reaches the context, with the members that middleware added', async () => {
  const seen: unknown[] = [];
  const server = createServer(
    api,
    { notes: { list: () => ({ records: [] }) } },
    {
      context: ({ framework }: FrameworkRequest<NodeFramework<ExpressRequest, express.Response>>) =>
        void seen.push([framework.request.user, framework.request.ip, framework.response.locals]),
    },
  );
  const app = express();
  app.use((request: ExpressRequest, _response, next) => {
    request.user = 'Ann';
    next();
  });
  app.use(toNodeHandler(server));
  const listening = app.listen(0);
  await fetch(`http://localhost:${(listening.address() as AddressInfo).port}/notes`);
  listening.close();
  expect(seen).toEqual([['Ann', expect.any(String), expect.anything()]]);
});

test('a check of paths in Express cannot be passed with another spelling of the path', async () => {
  const sources = createMemorySources(api, { notes: [{ id: 'a-1', text: 'secret' }] });
  const app = express();
  app.use('/api/notes', (_request, response) => void response.sendStatus(403));
  app.use(toNodeHandler(createServer(api, sources, { baseUrl: '/api' }), { prefix: '/api' }));
  const { origin, close } = await listen(app);
  const encoded = (text: string, at: number): string =>
    `${text.slice(0, at)}%${text.charCodeAt(at).toString(16)}${text.slice(at + 1)}`;
  const spellings = [...'notes'].map((_, at) => `/api/${encoded('notes', at)}/a-1`);
  const paths = [...spellings, '/api/./notes/a-1', '/api/x/../notes/a-1', '/api//notes/a-1', '/%61pi/notes/a-1'];
  const statuses = await Promise.all(paths.map((path) => statusOf(origin, path)));
  close();
  expect(statuses).toEqual([...spellings.map(() => 400), 404, 404, 404, 404]);
});

test('the server runs in the asynchronous context of the middleware before it, with or without a body', async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const handle: typeof echo.handle = (request) => {
    seen.push(storage.getStore());
    return echo.handle(request);
  };
  const app = express();
  app.use((request, _response, next) => storage.run(request.method, next));
  app.use(toNodeHandler({ ...echo, handle }));
  const { origin, close } = await listen(app);
  await fetch(origin);
  await fetch(origin, { method: 'POST', body: 'x' });
  close();
  expect(seen).toEqual(['GET', 'POST']);
});
