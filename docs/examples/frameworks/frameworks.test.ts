import { afterEach, describe, expect, test, vi } from 'vitest';
import { someOf } from '../../../packages/core/test/runs.ts';
import {
  attackAll,
  compareResponses,
  exceptionsOf,
} from '../../../packages/internal/lab/frameworks/check-responses.ts';
import { type Direct, sendDirect } from '../../../packages/internal/lab/frameworks/compare.ts';
import { frameworks, type Running, startFramework } from '../../../packages/internal/lab/frameworks/frameworks.ts';
import { listeners } from '../../../packages/internal/lab/frameworks/listen.ts';

/** Loads an example anew: each has an API of its own, without what other frameworks have written. */
async function load(name: string): Promise<Direct> {
  vi.resetModules();
  return import(`../frameworks/${name}.ts`);
}

const opened: Running[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const running of opened.splice(0)) await running.close();
});

async function open(name: string): Promise<Running> {
  const running = await startFramework(name, await load(name));
  opened.push(running);
  return running;
}

// The step `packages` has one framework for each adapter.
describe.each(someOf(frameworks, 6))('%s', (name) => {
  test('gives the responses of the server', async () => {
    const { send } = await open(name);
    const direct = sendDirect(await load('articles'));
    expect(await compareResponses(send, direct, exceptionsOf(name))).toEqual({});
  });

  test('responds to a preflight, and exposes headers to scripts of the application', async () => {
    const { send } = await open(name);
    const { cors, log } = await import('./articles.ts');
    const target = '/api/articles/1';
    const preflight = await send({
      title: 'a preflight',
      method: 'OPTIONS',
      target,
      headers: {
        Origin: cors.origin,
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key,if-match,if-none-match,prefer',
      },
    });
    expect([200, 204]).toContain(preflight.status);
    const fields = Object.keys(preflight.headers);
    expect(fields).toEqual(expect.arrayContaining(['access-control-allow-origin', 'access-control-allow-headers']));
    const allowed = preflight.headers['access-control-allow-headers']?.toLowerCase().split(/, */);
    // The fields that the server reads, and those that it sends.
    expect(allowed).toEqual(
      expect.arrayContaining([
        'authorization',
        'content-type',
        'idempotency-key',
        'if-match',
        'if-none-match',
        'prefer',
      ]),
    );
    expect(cors.exposedHeaders).toEqual(
      expect.arrayContaining(['ETag', 'Location', 'Retry-After', 'Idempotency-Replayed']),
    );
    expect(
      log.filter((line) => line.startsWith('OPTIONS')),
      'the preflight does not reach the API',
    ).toEqual([]);

    const read = await send({ title: 'a resource', method: 'GET', target, headers: { Origin: cors.origin } });
    expect(read.headers['access-control-allow-origin']).toBe(cors.origin);
    expect(read.headers['access-control-expose-headers']?.split(/, */)).toEqual(cors.exposedHeaders);
    expect(read.headers['vary']?.toLowerCase().split(/, */)).toEqual(expect.arrayContaining(['origin', 'accept']));
    expect(log.at(-1), 'the request is logged').toMatch(/GET.*200/);
  });
});

describe.each(someOf(Object.keys(listeners), 6))('%s', (name) => {
  test('responds to hostile requests as node:http does, and still serves', async () => {
    // Hono, h3, and Koa report the bodies that break off.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { port = 0, send } = await open(name);
    expect(await attackAll(port, exceptionsOf(name))).toEqual({});
    expect((await send({ title: 'a resource', method: 'GET', target: '/api/articles/1' })).status).toBe(200);
  });
});
