/** Headers of the application must never reach another origin, wherever an API redirects. */

import { join } from 'node:path';
import type { Api } from '@linkage/core';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, chromiumPath, type Page, startBrowser } from '../../../tools/explorer/test/browser.ts';
import { inChromium } from '../../../tools/explorer/test/in-chromium.ts';
import { type ClientOptions, createClient } from '../../src/index.ts';
import { type Origin, serveOrigin } from './origins.ts';

const secret = { 'X-Api-Key': 'secret', Authorization: 'Bearer secret' };
const statuses = [301, 302, 303, 307, 308];
let first: Origin;
let second: Origin;
let third: Origin;

/** Returns the client as one script. */
async function bundled(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, '../../../..'),
    plugins: [
      {
        name: 'entry',
        resolveId: (source) => (source === 'entry' ? '\0entry' : undefined),
        load: (id) => (id === '\0entry' ? "export { createClient } from '@linkage/client';" : undefined),
      },
    ],
    build: { write: false, target: 'es2023', rollupOptions: { input: 'entry', preserveEntrySignatures: 'strict' } },
  });
  const [output] = [result].flat();
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
  return chunk?.type === 'chunk' ? chunk.code : '';
}

beforeAll(async () => {
  const files = {
    '/': '<!doctype html><title>x</title><script type="module" src="/page.js"></script>',
    '/page.js': "import * as it from '/client.js'; globalThis.createClient = it.createClient;",
    '/client.js': chromiumPath === undefined ? '' : await bundled(),
  };
  first = await serveOrigin(() => second.origin, files);
  second = await serveOrigin(() => first.origin);
  third = await serveOrigin(() => second.origin);
});
afterAll(() => {
  for (const it of [first, second, third]) it.close();
});
beforeEach(() => {
  for (const it of [first, second, third]) it.seen.length = 0;
});

/** Returns the names of the secret headers that arrived at an origin. */
const secretsAt = ({ seen }: Origin): readonly string[] =>
  seen.flatMap(({ headers }) => Object.keys(headers).filter((name) => headers[name]?.includes('secret')));

describe('on Node', () => {
  const clientOf = (options: Partial<ClientOptions> = {}) =>
    createClient<Api>({ baseUrl: `${first.origin}/api`, headers: () => secret, retry: 0, ...options });

  test.each(statuses)('%i of a read: followed inside of the origin with all fields, and nowhere else', async (it) => {
    const page = await clientOf({ urls: () => `/r/${it}/inside` }).list('people');
    expect(page.data).toEqual([{ type: 'people', id: '9' }]);
    expect(first.seen.map(({ headers }) => headers['x-api-key'])).toEqual(['secret', 'secret']);
    for (const where of ['away', 'back']) {
      const call = clientOf({ urls: () => `/r/${it}/${where}` }).list('people');
      await expect(call).rejects.toMatchObject({ name: 'ClientError', kind: 'rejected' });
    }
    expect(second.seen).toEqual([]);
  });

  test.each(statuses)('%i of a write: not followed, also inside of the origin', async (status) => {
    for (const where of ['inside', 'away']) {
      const client = clientOf({ urls: () => `/r/${status}/${where}`, idempotencyKeys: true });
      for (const call of [
        () => client.create('people', { attributes: { name: 'x' } }),
        () => client.delete('people', '1'),
      ]) {
        await expect(call()).rejects.toMatchObject({ kind: 'rejected', status });
      }
    }
    expect(second.seen).toEqual([]);
    expect(first.seen).toHaveLength(4);
  });

  test('a `fetch` function that follows redirects itself does not give the answer of another origin', async () => {
    const custom = (request: Request): Promise<Response> => fetch(request.url, { headers: { Accept: 'x' } });
    const away = clientOf({ fetch: custom, headers: undefined, urls: () => '/r/302/away' }).list('people');
    await expect(away).rejects.toMatchObject({ kind: 'rejected' });
    const inside = await clientOf({ fetch: custom, urls: () => '/r/302/inside' }).list('people');
    expect(inside.data).toHaveLength(1);
  });

  test('a path without a slash does not lead to another host', async () => {
    const call = clientOf({ baseUrl: first.origin, urls: (type) => `.example.org/${type}` }).list('people');
    await expect(call).rejects.toMatchObject({ kind: 'rejected' });
  });
});

inChromium('redirects', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await startBrowser();
    page = await (await browser.newContext()).newPage();
    await page.goto(first.origin);
    await page.waitForFunction(() => 'createClient' in globalThis);
  });
  afterAll(() => browser?.close());

  interface Asked {
    readonly baseUrl: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** Whether the `fetch` function of the application adds headers. */
    readonly isAdding?: boolean;
    readonly call?: 'list' | 'create' | 'job';
  }

  /** Calls the client in the page. Returns the number of resources, or the kind of the error. */
  function run(asked: Asked): Promise<unknown> {
    return page.evaluate(async ({ baseUrl, path, headers, isAdding, call }) => {
      // biome-ignore lint/suspicious/noExplicitAny: the script of the page adds a global.
      const client = (globalThis as any).createClient({
        baseUrl,
        retry: 0,
        urls: () => path,
        ...(headers && { headers: () => headers }),
        ...(isAdding && {
          fetch: (request: Request) => {
            request.headers.set('X-Api-Key', 'secret');
            return fetch(request);
          },
        }),
      });
      try {
        if (call === 'create') return await client.create('people', {});
        const answer = call === 'job' ? await (await client.create('people', {})).wait() : await client.list('people');
        return answer.data.length;
      } catch (error) {
        return (error as { kind?: string }).kind ?? String(error);
      }
    }, asked);
  }

  const home = (): string => `${first.origin}/api`;
  const foreign = (): string => `${third.origin}/api`;

  test.each(statuses)('%i of an API of the origin of the page is followed on this origin only', async (status) => {
    expect(await run({ baseUrl: home(), headers: secret, path: `/r/${status}/inside` })).toBe(1);
    expect(first.seen.at(-1)).toMatchObject({ url: '/api/people', headers: { 'x-api-key': 'secret' } });
    for (const where of ['away', 'back']) {
      const path = `/r/${status}/${where}`;
      expect(await run({ baseUrl: home(), headers: secret, path })).toBe('network');
      expect(await run({ baseUrl: home(), isAdding: true, path })).toBe('network');
      expect(await run({ baseUrl: home(), path })).toBe('network');
    }
    expect(second.seen).toEqual([]);
  });

  test('the job of an API of the origin of the page redirects to its resource', async () => {
    expect(await run({ baseUrl: home(), headers: secret, path: '/jobs', call: 'job' })).toBe(1);
  });

  test.each(statuses)('%i of an API of another origin is rejected if fields were added', async (status) => {
    for (const where of ['inside', 'away']) {
      const path = `/r/${status}/${where}`;
      expect(await run({ baseUrl: foreign(), headers: secret, path })).toBe('rejected');
      expect(await run({ baseUrl: foreign(), isAdding: true, path })).toBe('rejected');
    }
    expect(second.seen).toEqual([]);
    expect(third.seen.map(({ url }) => url)).not.toContain('/api/people');
  });

  test.each(statuses)('%i of an API of another origin is followed if none were added', async (status) => {
    expect(await run({ baseUrl: foreign(), path: `/r/${status}/inside` })).toBe(1);
    expect(await run({ baseUrl: foreign(), path: `/r/${status}/away` })).toBe('rejected');
    expect([first, second, third].flatMap(secretsAt)).toEqual([]);
  });

  test.each(statuses)('%i of a write is not followed', async (status) => {
    for (const baseUrl of [home(), foreign()]) {
      const asked = { baseUrl, headers: secret, call: 'create' } as const;
      for (const where of ['inside', 'away'])
        expect(await run({ ...asked, path: `/r/${status}/${where}` })).toBe('rejected');
    }
    expect(second.seen).toEqual([]);
    expect([...first.seen, ...third.seen].map(({ url }) => url)).not.toContain('/api/people');
  });
});
