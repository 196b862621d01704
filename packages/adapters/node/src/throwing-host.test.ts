/** Middleware replaces functions of the response, and these can throw. The process must go on, and no client must wait. */
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineApi } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { frameworks } from '../test/hosts.ts';
import { toErrorHandler, toNodeHandler } from './index.ts';

const api = defineApi({ notes: { attributes: { text: z.string() } } });
const sources = createMemorySources(api, { notes: [{ id: '1', text: 'one' }] });
const options = { baseUrl: '/api' };
const whole = createServer(api, sources, options);
const streaming = createServer(api, sources, { ...options, stream: { notes: true } });
const failing: typeof whole = {
  ...whole,
  handle: (it) => (it.url === '/notes/1' ? whole.handle(it) : Promise.reject(new Error('failed'))),
};
const mount = { prefix: '/api' };

const functions = ['setHeader', 'getHeader', 'getHeaderNames', 'writeHead', 'write', 'end'] as const;
type Name = (typeof functions)[number];

/** Sends a request whose response has a function that throws, and then another request. */
async function request(listener: RequestListener, url: string, broken: Name): Promise<readonly [string, number]> {
  let isFirst = true;
  const host = createHttpServer((message, response: ServerResponse) => {
    if (isFirst)
      response[broken] = () => {
        throw new Error(`${broken} failed`);
      };
    isFirst = false;
    listener(message, response);
  });
  await once(host.listen(0), 'listening');
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const first = await fetch(origin + url, { signal: AbortSignal.timeout(10_000) }).then(
    async (answer) =>
      String(answer.status) +
      (await answer.text().then(
        () => '',
        () => ' cut',
      )),
    ({ name }) => (name === 'TimeoutError' ? 'no answer' : 'closed'),
  );
  const { status } = await fetch(`${origin}/api/notes/1`);
  host.close();
  host.closeAllConnections();
  return [first, status];
}

const listeners: Readonly<Record<string, (served: typeof whole) => RequestListener>> = {
  'node:http': (served) => toNodeHandler(served, mount),
  'a framework whose `next` throws': (served) => (message, response) =>
    toNodeHandler(served, mount)(message, response, (error) => {
      throw error;
    }),
  ...Object.fromEntries(
    Object.entries(frameworks).map(([name, create]) => [
      name,
      (served: typeof whole) => create(toNodeHandler(served, mount), toErrorHandler(served, mount)),
    ]),
  ),
};

afterEach(() => void vi.restoreAllMocks());

describe.each(Object.entries(listeners))('%s', (_, create) => {
  test.each(functions)('`%s` throws for a resource', async (name) => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    expect(await request(create(whole), '/api/notes/1', name)).toEqual([name === 'write' ? '200' : 'closed', 200]);
    expect(log.mock.calls.flat().map(String)).toEqual(
      name === 'write' ? [] : expect.arrayContaining([`Error: ${name} failed`]),
    );
  });

  test.each(functions)('`%s` throws for a stream', async (name) => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const [first, second] = await request(create(streaming), '/api/notes', name);
    expect([first === 'no answer', second]).toEqual([false, 200]);
  });

  test.each(functions)('`%s` throws for an error of the application', async (name) => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const [first, second] = await request(create(failing), '/api/notes', name);
    expect([first === 'no answer', second]).toEqual([false, 200]);
  });
});

test.each(functions)('`%s` throws for a URL outside of the prefix', async (name) => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const [first, second] = await request(toNodeHandler(whole, mount), '/other', name);
  expect([first, second]).toEqual([name === 'write' ? '404' : 'closed', 200]);
});
