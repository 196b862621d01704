import { defineApi, errorObject, JsonApiError } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createServer } from './create-server.ts';
import type { RequestEnd } from './observe/observers.ts';
import type { ServerOptions } from './server-options.ts';

const api = defineApi({ notes: { attributes: { title: z.string() }, clientGeneratedIds: true } });
const note = { id: '1', title: 'One' };
const outage = () => {
  const cause = new Error('no connection');
  const detail = 'The data source is temporarily unavailable.';
  return new JsonApiError(errorObject('SERVICE_UNAVAILABLE', detail), { cause, headers: { 'Retry-After': '1' } });
};
const fails = () => {
  throw outage();
};
const rejects = () => Promise.reject(outage());
const source = {
  list: () => ({ records: [note], hasMore: false }),
  find: () => [note],
  create: () => note,
  update: () => note,
  delete: () => true,
};
async function* broken() {
  yield [note];
  throw outage();
}
/** The first chunk is complete before the outage. */
async function* brokenLater() {
  yield Array.from({ length: 5000 }, (_, index) => ({ id: String(index), title: 'x'.repeat(100) }));
  throw outage();
}

type Options = ServerOptions<unknown, typeof api>;
const document = { data: { type: 'notes', id: '1', attributes: { title: 'x' } } };
async function failingCommit(run: (call: unknown) => unknown, call: unknown): Promise<never> {
  await run(call);
  return rejects();
}

/** Places where an outage occurs, and the request that meets it. */
const cases: readonly (readonly [place: string, line: string, source: object, options: object])[] = [
  ['list', 'GET /notes', { ...source, list: fails }, {}],
  ['find', 'GET /notes/1', { ...source, find: rejects }, {}],
  ['a stream that begins', 'GET /notes', { ...source, stream: fails }, { stream: { notes: true } }],
  ['a stream', 'GET /notes', { ...source, stream: broken }, { stream: { notes: true } }],
  ['create', 'POST /notes', { ...source, create: rejects }, {}],
  ['update', 'PATCH /notes/1', { ...source, update: rejects }, {}],
  ['delete', 'DELETE /notes/1', { ...source, delete: fails }, {}],
  ['a transaction', 'PATCH /notes/1', { ...source, transaction: rejects }, {}],
  ['the commit of a transaction', 'PATCH /notes/1', { ...source, transaction: failingCommit }, {}],
  ['the context', 'GET /notes', source, { context: rejects }],
];

describe('a failure with a status that a source chose', () => {
  test.each(cases)('%s: %s', async (_, line, notes, options) => {
    const failures: (readonly [unknown, string])[] = [];
    const ends: RequestEnd[] = [];
    const server = createServer(api, { notes: notes as never }, {
      ...options,
      onError: (error, id) => void failures.push([error, id]),
      onRequest: () => (end) => void ends.push(end),
    } as Options);
    const [method = '', url = ''] = line.split(' ');
    const hasBody = method === 'POST' || method === 'PATCH';
    const headers = hasBody ? { 'content-type': 'application/vnd.api+json' } : {};
    const body = hasBody ? JSON.stringify(document) : undefined;
    const response = await server.handle({ method, url, headers, body });
    expect([response.status, response.headers['Retry-After']]).toEqual([503, '1']);
    const [error] = JSON.parse(response.body ?? '').errors;
    expect(failures).toEqual([[expect.objectContaining({ message: 'no connection' }), error.id]]);
    expect(ends).toHaveLength(1);
    expect(ends[0]).toMatchObject({ status: 503, failure: { status: 503, cause: failures[0]?.[0] } });
  });

  test('a stream that a client already receives: the hooks have the status and the failure', async () => {
    const failures: unknown[] = [];
    const ends: RequestEnd[] = [];
    const server = createServer(
      api,
      { notes: { ...source, stream: brokenLater } as never },
      {
        stream: { notes: true },
        onError: (error) => void failures.push(error),
        onRequest: () => (end) => void ends.push(end),
      },
    );
    const { status, stream } = await server.handle({ method: 'GET', url: '/notes', headers: {}, canStream: true });
    expect(status).toBe(200);
    const read = async (): Promise<void> => {
      for await (const _ of stream ?? []);
    };
    await expect(read()).rejects.toThrow();
    expect(failures).toMatchObject([{ message: 'no connection' }]);
    expect(ends).toMatchObject([{ status: 503, failure: { status: 503 } }]);
  });

  test('a rejection, and a request of the client that is wrong, are not failures', async () => {
    const failures: unknown[] = [];
    const ends: RequestEnd[] = [];
    const server = createServer(
      api,
      { notes: source as never },
      {
        onError: (error) => void failures.push(error),
        onRequest: () => (end) => void ends.push(end),
      },
    );
    for (const url of ['/nothing', '/notes?sort=title', '/notes/1']) {
      await server.handle({ method: 'GET', url, headers: {} });
    }
    expect(failures).toEqual([]);
    expect(ends.map(({ status, failure }) => [status, failure])).toEqual([
      [404, undefined],
      [400, undefined],
      [200, undefined],
    ]);
  });
});
