import { defineApi } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../memory/memory-idempotency-store.ts';
import { idempotencyKeys } from '../operations/idempotency/idempotency-keys.ts';
import { createServer } from './create-server.ts';

const media = 'application/vnd.api+json';
const api = defineApi({ notes: { attributes: { text: z.string() }, clientGeneratedIds: true } });
/** Time limits in milliseconds: one that passes, and one that does not. */
const [SHORT, LONG] = [100, 20_000];
const never = (): Promise<never> => new Promise(() => undefined);

/** A server with a short time limit. Its options receive what never settles. */
function serve(options: object, requestTime: number, change: (source: object) => object = (source) => source) {
  const sources = createMemorySources(api, { notes: [{ id: '1', text: 'old' }] });
  const failures: unknown[] = [];
  const server = createServer(
    api,
    { notes: change(sources.notes as object) } as never,
    {
      limits: { requestTime },
      idempotency: {
        keys: idempotencyKeys({
          store: createMemoryIdempotencyStore({ sharesWith: sources.notes }),
        }),
        user: () => 'all',
      },
      defaultAccess: 'allow',
      onError: (error: unknown) => void failures.push(error),
      ...options,
    } as never,
  );
  const send = async (line: string, text?: string, headers: object = {}) => {
    const [method = '', url = ''] = line.split(' ');
    const data = { type: 'notes', id: url.split('/')[2] ?? '9', attributes: { text } };
    const body = text === undefined ? undefined : JSON.stringify({ data });
    const type = body === undefined ? {} : { 'content-type': media };
    const answer = await server.handle({ method, url, headers: { ...type, ...headers }, body });
    return { status: answer.status, text: JSON.parse(answer.body ?? '{}').data?.attributes.text };
  };
  return { send, failures };
}

const key = { 'idempotency-key': 'k' };
const once = (work: () => unknown) => {
  let isFirst = true;
  return () => {
    if (!isFirst) return true;
    isFirst = false;
    return work();
  };
};
const hookOnce = (work: () => unknown) => {
  const run = once(work);
  return () => {
    const result = run();
    return result === true ? undefined : result;
  };
};
const endpoint = (work: () => unknown) => ({
  ...{ name: 'act', method: 'POST', path: '/-act', statuses: [204], allowsCrossSite: true },
  run: async () => {
    await work();
    return { status: 204 };
  },
});

const hanging: readonly (readonly [string, object, string, string | undefined, object])[] = [
  ['a rule of an update', { access: { notes: { update: once(never) } } }, 'PATCH /notes/1', 'new', {}],
  ['a rule of an update with a key', { access: { notes: { update: once(never) } } }, 'PATCH /notes/1', 'new', key],
  ['a rule of a creation', { access: { notes: { create: once(never) } } }, 'POST /notes', 'new', {}],
  ['a rule of a deletion', { access: { notes: { delete: once(never) } } }, 'DELETE /notes/1', undefined, {}],
  ['a hook before a write', { hooks: { notes: { update: { before: hookOnce(never) } } } }, 'PATCH /notes/1', 'new', {}],
  ['a hook after a write', { hooks: { notes: { update: { after: hookOnce(never) } } } }, 'PATCH /notes/1', 'new', {}],
  ['an endpoint with a key', { endpoints: [endpoint(once(never))] }, 'POST /-act', undefined, key],
];

describe('the time limit ends the transaction', () => {
  test.each(hanging)('%s never settles: the next write succeeds', async (_, options, line, text, headers) => {
    const { send } = serve(options, SHORT);
    expect((await send(line, text, headers)).status).toBe(504);
    expect((await send('GET /notes/1')).text).toBe('old');
    expect(await send('PATCH /notes/1', 'next')).toEqual({ status: 200, text: 'next' });
  });

  test('a rule or a hook that settles later writes nothing', async () => {
    for (const where of ['access', 'hooks'] as const) {
      let settle: (value: unknown) => void = () => undefined;
      const late = () => new Promise((resolve) => (settle = resolve));
      const options =
        where === 'access'
          ? { access: { notes: { update: once(late) } } }
          : { hooks: { notes: { update: { before: hookOnce(late) } } } };
      // A source that does not look at the signal, and does not know that its transaction is over.
      const { send } = serve(options, SHORT, (source) => ({
        ...source,
        transaction: (run: (call: object) => unknown, call: object) => run({ ...call }),
        transactionGroup: undefined,
      }));
      expect((await send('PATCH /notes/1', 'new')).status).toBe(504);
      settle(where === 'access' ? true : undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect((await send('GET /notes/1')).text).toBe('old');
    }
  });

  test('a client that leaves ends it, too', async () => {
    const client = new AbortController();
    const update = once(() => {
      client.abort();
      return never();
    });
    const sources = createMemorySources(api, { notes: [{ id: '1', text: 'old' }] });
    const server = createServer(api, sources, {
      access: { notes: { update: update as never } },
      defaultAccess: 'allow',
      limits: { requestTime: 0 },
    } as never);
    const body = JSON.stringify({ data: { type: 'notes', id: '1', attributes: { text: 'new' } } });
    const request = { method: 'PATCH', url: '/notes/1', headers: { 'content-type': media }, body };
    expect((await server.handle({ ...request, signal: client.signal })).status).toBe(499);
    expect((await server.handle(request)).status).toBe(200);
  });
});

const throws = (): never => {
  throw new Error('trap');
};
const unusual: Readonly<Record<string, unknown>> = {
  ...{ undefined, null: null, 'a text': 'broken', 'a symbol': Symbol('broken') },
  'a frozen object': Object.freeze({}),
  'a frozen error': Object.freeze(new Error('broken')),
  'an object without a prototype': Object.create(null),
  'a proxy that throws': new Proxy(new Error('broken'), { get: throws, has: throws, getPrototypeOf: throws }),
};

describe.each(Object.keys(unusual))('%s is thrown', (name) => {
  const thrown = unusual[name];
  test('by a commit: 500, and the next write succeeds', async () => {
    let isFirst = true;
    const { send, failures } = serve({}, LONG, (source) => ({
      ...source,
      async transaction(run: never, call: never) {
        const result = await (source as { transaction: (run: never, call: never) => Promise<unknown> }).transaction(
          run,
          call,
        );
        if (!isFirst) return result;
        isFirst = false;
        throw thrown;
      },
    }));
    expect((await send('PATCH /notes/1', 'new')).status).toBe(500);
    expect(failures).toHaveLength(1);
    expect((await send('PATCH /notes/1', 'next')).text).toBe('next');
  });

  test.each(['a rule', 'a hook'])('by %s: 500, nothing is written, and the next write succeeds', async (where) => {
    const fail = () => Promise.reject(thrown);
    const { send } = serve(
      where === 'a rule'
        ? { access: { notes: { update: once(fail) } } }
        : { hooks: { notes: { update: { after: hookOnce(fail) } } } },
      LONG,
    );
    expect((await send('PATCH /notes/1', 'new', key)).status).toBe(500);
    expect((await send('GET /notes/1')).text).toBe('old');
    expect((await send('PATCH /notes/1', 'next')).text).toBe('next');
  });
});

test('`signal: null` is not a signal, as for `fetch`', async () => {
  const sources = createMemorySources(api, { notes: [{ id: '1', text: 'old' }] });
  const server = createServer(api, sources);
  const body = JSON.stringify({ data: { type: 'notes', id: '1', attributes: { text: 'new' } } });
  const headers = { 'content-type': media };
  const request = { method: 'PATCH', url: '/notes/1', headers, body, signal: null } as never;
  expect((await server.handle(request)).status).toBe(200);
});
