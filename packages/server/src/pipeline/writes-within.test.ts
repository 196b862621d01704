import { defineApi } from '@linkage/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createMemoryIdempotencyStore } from '../memory/memory-idempotency-store.ts';
import { idempotencyKeys } from '../operations/idempotency/idempotency-keys.ts';
import { createServer } from './create-server.ts';

const media = 'application/vnd.api+json';
const api = defineApi({ notes: { attributes: { text: z.string() }, clientGeneratedIds: true } });
type Ask = (line: string, key?: string) => Promise<number>;

const hook = (part: object) => ({ hooks: { notes: { update: part } } });
const endpoint =
  (run: (ask: Ask, request: { readonly transaction: (types: string[], work: () => unknown) => unknown }) => unknown) =>
  (ask: Ask) => ({
    endpoints: [
      {
        ...{ name: 'act', method: 'POST', path: '/-act', statuses: [204] },
        run: async (request: never) => {
          await run(ask, request);
          return { status: 204 };
        },
      },
    ],
  });

/** Parts of an application that send a request to their own server, and the request that runs them. */
const within: readonly (readonly [string, (ask: Ask) => object, line: string, key?: string])[] = [
  ['a hook before a write', (ask) => hook({ before: async () => void (await ask('POST /notes')) }), 'PATCH /notes/1'],
  ['a hook after a write', (ask) => hook({ after: async () => void (await ask('POST /notes')) }), 'PATCH /notes/1'],
  [
    'a hook, of a write with a hook',
    (ask) => hook({ before: async () => void (await ask('PATCH /notes/2')) }),
    'PATCH /notes/1',
  ],
  [
    'a hook, with a key in the inner request',
    (ask) => hook({ before: async () => void (await ask('POST /notes', 'inner')) }),
    'PATCH /notes/1',
  ],
  [
    'a hook of a write with a key',
    (ask) => hook({ before: async () => void (await ask('POST /notes')) }),
    'PATCH /notes/1',
    'outer',
  ],
  [
    'a rule about the resource',
    (ask) => ({
      access: {
        notes: { update: async (_: unknown, { id }: { id: string }) => (await ask('DELETE /notes/2')) > Number(id) },
      },
    }),
    'PATCH /notes/1',
  ],
  ['an endpoint with a key', endpoint((ask) => ask('PATCH /notes/2')), 'POST /-act', 'outer'],
  [
    'the transaction of an endpoint',
    endpoint((ask, request) => request.transaction(['notes'], () => ask('POST /notes'))),
    'POST /-act',
  ],
];

const strings = { PATCH: 'new', POST: 'made' } as const;

function serve(optionsOf: (ask: Ask) => object, create: typeof createServer = createServer) {
  const sources = createMemorySources(api, {
    notes: [
      { id: '1', text: 'old' },
      { id: '2', text: 'old' },
    ],
  });
  const failures: unknown[] = [];
  const inner: number[] = [];
  const send: Ask = async (line, key) => {
    const [method = '', url = ''] = line.split(' ');
    const text = strings[method as keyof typeof strings];
    const hasBody = text !== undefined && !url.startsWith('/-');
    const data = { type: 'notes', id: url.split('/')[2] ?? '9', attributes: { text } };
    const headers = {
      'content-type': media,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    return (await server.handle({ method, url, headers, body: hasBody ? JSON.stringify({ data }) : undefined })).status;
  };
  const ask: Ask = async (line, key) => {
    const status = await send(line, key);
    inner.push(status);
    return status;
  };
  const store = createMemoryIdempotencyStore({ sharesWith: sources.notes });
  const server = create(api, sources, {
    idempotency: { keys: idempotencyKeys({ store }), user: () => 'all' },
    defaultAccess: 'allow',
    limits: { requestTime: 5000 },
    onError: (error: unknown) => void failures.push(error),
    ...optionsOf(ask),
  } as never);
  return { send, inner, failures, sources };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('a write within a transaction of the same sources', () => {
  test.each(within.map(([title, optionsOf, line, key]) => [title, { optionsOf, line, key }] as const))(
    '%s: rejected with a clear error, and only the outer write is done',
    async (_, { optionsOf, line, key }) => {
      const { send, inner, failures } = serve(optionsOf);
      expect(await send(line, key)).toBeLessThan(300);
      expect([inner, failures.map(String)]).toEqual([[500], [expect.stringMatching(/within a transaction .* `call`/)]]);
      expect([await send('GET /notes/9'), await send('GET /notes/2')]).toEqual([404, 200]);
      expect(await send('POST /notes')).toBe(201);
    },
  );

  test('after the commit, and for reads and other sources, it is allowed', async () => {
    let committed: Promise<number> | undefined;
    const other = serve(() => ({}));
    const { send, inner, failures } = serve((ask) =>
      hook({
        before: async () => {
          await ask('GET /notes/1');
          inner.push(await other.send('POST /notes'));
        },
        afterCommit: () => {
          committed = ask('POST /notes');
        },
      }),
    );
    expect(await send('PATCH /notes/1')).toBe(200);
    expect([await committed, inner, failures]).toEqual([201, [200, 201, 201], []]);
  });

  test('work that a hook does not wait for can write when the transaction is over', async () => {
    let go: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      go = resolve;
    });
    let late: Promise<number> | undefined;
    const { send, failures } = serve((ask) =>
      hook({
        before: () => {
          late = gone.then(() => ask('POST /notes'));
        },
      }),
    );
    expect(await send('PATCH /notes/1')).toBe(200);
    go();
    expect([await late, failures]).toEqual([201, []]);
  });

  test('the package works without AsyncLocalStorage', async () => {
    vi.resetModules();
    vi.stubGlobal('process', { ...process, getBuiltinModule: undefined });
    const { createServer: create } = await import('./create-server.ts');
    const { send, failures } = serve(() => hook({ before: () => undefined }), create);
    expect([await send('PATCH /notes/1'), failures]).toEqual([200, []]);
  });
});
