import { defineApi } from '@linkage/core';
import { createServer, type FrameworkRequest } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type FetchFramework, toFetchHandler } from './to-fetch-handler.ts';

const api = defineApi({ notes: { attributes: { text: z.string() } } });
interface Env {
  readonly DATABASE: string;
}
interface Execution {
  waitUntil(work: Promise<unknown>): void;
}
const url = 'http://localhost/notes';
const notes = { list: () => ({ records: [] }) };

test('the bindings and the execution context of a worker reach the context', async () => {
  const seen: unknown[] = [];
  const server = createServer(
    api,
    { notes },
    {
      context: ({ framework }: FrameworkRequest<FetchFramework<Env, Execution>>) => {
        framework.ctx.waitUntil(Promise.resolve());
        seen.push([framework.env.DATABASE, framework.request.url]);
      },
    },
  );
  const handler = toFetchHandler(server);
  const ctx: Execution = { waitUntil: () => void seen.push('waited') };
  expect((await handler(new Request(url), { DATABASE: 'd1' }, ctx)).status).toBe(200);
  expect(seen).toEqual(['waited', ['d1', url]]);
  // @ts-expect-error The context of the server requires `env` and `ctx`.
  expect(handler(new Request(url))).toBeInstanceOf(Promise);
});

test('a server that does not declare a framework does not require one', async () => {
  const handler: (request: Request) => Promise<Response> = toFetchHandler(createServer(api, { notes }));
  expect((await handler(new Request(url))).status).toBe(200);
});
