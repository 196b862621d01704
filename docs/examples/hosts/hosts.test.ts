import { afterEach, describe, expect, test, vi } from 'vitest';
import { exceptions } from '../../../scripts/matrix/additions.ts';
import { attack } from '../../../scripts/matrix/attack.ts';
import { type Direct, differences, sendDirect } from '../../../scripts/matrix/compare.ts';
import { hostile } from '../../../scripts/matrix/hostile.ts';
import { hosts, inMemory, type Running } from '../../../scripts/matrix/hosts.ts';
import { requests } from '../../../scripts/matrix/requests.ts';

/** Loads an example anew: each has an API of its own, without what other hosts have written. */
async function load(name: string): Promise<Direct> {
  vi.resetModules();
  return import(`../hosts/${name}.ts`);
}

const opened: Running[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const host of opened.splice(0)) await host.close();
});

async function open(name: string): Promise<Running> {
  const example = await load(name);
  const host = await (hosts[name] as (typeof hosts)[string])(example);
  opened.push(host);
  return host;
}

describe.each(Object.keys(hosts))('%s', (name) => {
  test('gives the answers of the server', async () => {
    const { send } = await open(name);
    const direct = sendDirect(await load('articles'));
    const found: Record<string, readonly string[]> = {};
    for (const request of requests) {
      const expected = await direct(request);
      const given = await send(request).catch((error: Error) => error);
      const wrong = given instanceof Error ? [given.message] : differences(request, given, expected);
      // An exception without a difference is no longer one.
      const isExpected = exceptions[name]?.[request.title] !== undefined;
      if (wrong.length > 0 !== isExpected) found[`${request.method} ${request.title}`] = wrong;
    }
    expect(found).toEqual({});
  });
});

describe.each(Object.keys(hosts))('%s', (name) => {
  test('responds to a preflight, and exposes header fields to scripts of the application', async () => {
    const { send } = await open(name);
    const { cors, log } = await import('../hosts/articles.ts');
    const target = '/api/articles/1';
    const preflight = await send({
      title: 'a preflight',
      method: 'OPTIONS',
      target,
      headers: {
        Origin: cors.origin,
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'content-type,if-match',
      },
    });
    expect([200, 204]).toContain(preflight.status);
    const fields = Object.keys(preflight.headers);
    expect(fields).toEqual(expect.arrayContaining(['access-control-allow-origin', 'access-control-allow-headers']));
    expect(log.filter((line) => line.includes('OPTIONS {')).length, 'the preflight does not reach the API').toBe(0);

    const read = await send({ title: 'a resource', method: 'GET', target, headers: { Origin: cors.origin } });
    expect(read.headers['access-control-allow-origin']).toBe(cors.origin);
    expect(read.headers['access-control-expose-headers']?.split(/, */)).toEqual(cors.exposedHeaders);
    expect(read.headers['vary']?.toLowerCase().split(/, */)).toEqual(expect.arrayContaining(['origin', 'accept']));
    expect(log.at(-1), 'the request is logged').toMatch(/GET.*200/);
  });
});

const listening = Object.keys(hosts).filter((name) => !inMemory.has(name));

describe.each(listening)('%s', (name) => {
  test('answers hostile requests as node:http does', async () => {
    // Hono, h3, and Koa report the payloads that break off.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { port = 0, send } = await open(name);
    const found: Record<string, readonly string[]> = {};
    for (const request of hostile) {
      const wrong = await attack(port, request).catch((error: Error) => [error.message]);
      const isExpected = exceptions[name]?.[request.title] !== undefined;
      if (wrong.length > 0 !== isExpected) found[request.title] = wrong;
    }
    expect(found).toEqual({});
    // The host still serves.
    expect((await send(requests[0] as (typeof requests)[number])).status).toBe(200);
  });
});
