import { defineApi } from '@linkage/core';
import { pageNumberStrategy } from '@linkage/core/http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyDocument, blogServer, send } from '../../../test/support.ts';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../create-server.ts';
import type { Server } from '../server.ts';

const api = defineApi({ jobs: { attributes: { status: z.string() } } });

/** Options and sources as an application without types passes them. */
function untyped({ options = {}, source = {} }: AnyDocument, heard: unknown[]): Server {
  const { jobs } = createMemorySources(api, { jobs: [{ id: 1, status: 'done' }] });
  return createServer(api, { jobs: { ...jobs, ...source } }, { ...options, onError: (error) => heard.push(error) });
}

const withPage = (own: AnyDocument) => ({
  options: {
    pagination: {
      strategy: {
        ...pageNumberStrategy,
        read: (request: never) => ({ ...pageNumberStrategy.read(request), ...own }),
      },
    },
  },
});

/** A promise of another library that rejects. */
const thenable = (): unknown => ({
  // biome-ignore lint/suspicious/noThenProperty: that is what makes it one
  then: (_: unknown, reject: (reason: Error) => void) => reject(new Error('late')),
});

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => void process.on('unhandledRejection', note));
afterEach(() => void process.off('unhandledRejection', note));

const hooks: readonly [string, string, (hook: () => unknown) => AnyDocument][] = [
  ['cacheControl', '/jobs/1', (hook) => ({ options: { cacheControl: hook } })],
  ['describedby', '/jobs/1', (hook) => ({ options: { describedby: hook } })],
  ['jobs.version', '/jobs/1', (hook) => ({ source: { version: hook } })],
  ['jobs.job', '/jobs/1', (hook) => ({ source: { job: hook } })],
  ['jobs.job: retryAfter', '/jobs/1', (hook) => ({ source: { job: () => ({ retryAfter: hook() }) } })],
  ['read: slice', '/jobs', (hook) => withPage({ slice: hook() })],
  ['neighbours', '/jobs', (neighbours) => withPage({ neighbours })],
  ['meta', '/jobs', (meta) => withPage({ meta })],
  ['memberMeta', '/jobs', (memberMeta) => withPage({ memberMeta, slice: { offset: 0, limit: 1, positions: true } })],
];

describe('a hook that must not return a promise', () => {
  test.each(
    hooks.flatMap(([name, url, given]) => [
      [`${name} that resolves`, url, () => given(async () => 'public')] as const,
      [`${name} that rejects`, url, () => given(() => Promise.reject(new Error('late')))] as const,
      [`${name} with a promise of another kind`, url, () => given(thenable)] as const,
    ]),
  )('%s is told as a TypeError, with a 500', async (name, url, given) => {
    unhandled.length = 0;
    const heard: unknown[] = [];
    const options = given();
    if (name.startsWith('memberMeta')) {
      options.source = { list: () => ({ records: [{ id: 1, status: 'x' }], positions: [1] }) };
    }
    const { status, headers } = await send(untyped(options, heard), `GET ${url}`);
    expect([status, headers['Cache-Control']]).toEqual([500, 'no-store']);
    expect(heard).toEqual([expect.any(TypeError)]);
    expect((heard[0] as Error).message).toContain('but it returned a promise');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(unhandled).toEqual([]);
  });

  test.each([7, null, { public: true }])('cacheControl that returns %j', async (value) => {
    const heard: unknown[] = [];
    const { status, headers } = await send(untyped({ options: { cacheControl: () => value } }, heard), 'GET /jobs/1');
    if (value === null) expect([status, headers['Cache-Control']]).toEqual([200, 'private, no-cache']);
    else expect([status, heard]).toEqual([500, [expect.any(TypeError)]]);
  });
});

describe('vary', () => {
  test.each([
    ['GET /articles/1', 200],
    ['GET /nope', 404],
    ['PUT /articles/1', 405],
    ['OPTIONS /articles', 204],
    ['HEAD /articles', 200],
    ['DELETE /articles/1', 204],
  ])('%s names what the application depends on', async (line, status) => {
    const { server } = blogServer({ vary: ['Authorization', 'accept', 'Cookie'] });
    const [method = '', url = ''] = line.split(' ');
    const answer = await server.handle({ method, url, headers: {} });
    expect([answer.status, answer.headers['Vary']]).toEqual([status, 'Accept, Authorization, Cookie']);
  });

  test('304 contains Vary as well, with Accept-Language if strings are localized', async () => {
    const { server } = blogServer({ vary: ['Authorization'], errors: { localize: () => undefined } });
    const known = { method: 'GET', url: '/articles', headers: { 'If-None-Match': '*' } };
    const { status, headers } = await server.handle(known);
    expect([status, headers['Vary']]).toEqual([304, 'Accept, Authorization']);
    const missing = await server.handle({ method: 'GET', url: '/nope', headers: {} });
    expect(missing.headers['Vary']).toBe('Accept, Accept-Language, Authorization');
  });

  test.each(['', 'a b', 'a\r\nb', 'a,b', 7])('%j is not a name', (name) => {
    expect(() => blogServer({ vary: [name as string] })).toThrow(TypeError);
  });
});
