import type { Api } from '@linkage/core';
import { describe, expect, test, vi } from 'vitest';
import { reply, scripted } from '../test/replies.ts';
import { atomicRequests } from './atomic.ts';
import { createClient } from './create-client.ts';

const { client: typed, requests } = scripted([() => reply({ data: [] })]);
/** The client as users without types have it. */
const client = typed as unknown as Record<string, (...given: readonly unknown[]) => Promise<unknown>>;
const call =
  (name: string, ...given: readonly unknown[]) =>
  async () =>
    client[name]?.(...given);

describe('wrong arguments are told with the nearest name, and nothing is sent', () => {
  test.each<[string, () => Promise<unknown>, string]>([
    ['list', call('list', 'people', { includ: [] }), 'unknown member "includ". Did you mean `include`?'],
    ['a query of list', call('list', 'people', { page: 7 }), '`page` must be an object'],
    [
      'options of list',
      call('list', 'people', {}, { signl: 1 }),
      'client.list: unknown option "signl". Did you mean `signal`?',
    ],
    [
      'a condition without values',
      call('list', 'people', { filter: [{ field: 'name' }] }),
      'formatQuery: filter: `values` must be an array, but it is undefined.',
    ],
    [
      'a condition without values in a group',
      call('list', 'people', { filter: [{ or: [{ field: 'name', operator: 'gt' }] }] }),
      'formatQuery: filter: `values` must be an array, but it is undefined.',
    ],
    [
      'a condition whose values are not an array',
      call('get', 'people', '9', { filter: [{ field: 'name', values: 'x' }] }),
      'formatQuery: filter: `values` must be an array, but it is "x".',
    ],
    [
      'a condition that is null',
      call('list', 'people', { filter: [null] }),
      '`filter` must be an array of objects, but it is an array of 1 element.',
    ],
    [
      'a path that is not a string',
      call('list', 'people', { include: [null] }),
      '`include` must be an array of strings, but it is an array of 1 element.',
    ],
    ['a query that is null', call('list', 'people', null), '`query` must be an object, but it is null.'],
    ['options that are null', call('get', 'people', '9', {}, null), '`options` must be an object, but it is null.'],
    [
      'a reference that is null',
      call('create', 'people', { relationships: { friend: [null] } }),
      'client: `reference` must be an object, but it is null.',
    ],
    [
      'a reference that is an id',
      call('updateRelationship', 'people', '9', 'friend', { replace: '7' }),
      'client: `reference` must be an object, but it is "7".',
    ],
    ['atomic without a function', call('atomic'), 'the first argument must be a function, but it is undefined'],
    [
      'a target that is undefined',
      call('atomic', (it: { remove(target?: object): unknown }) => [it.remove()]),
      'client: `reference` must be an object, but it is undefined.',
    ],
    [
      'create',
      call('create', 'people', { attribute: {} }),
      'client.create: input: unknown member "attribute". Did you mean `attributes`?',
    ],
    ['an id', call('create', 'people', { id: 7 }), '`id` must be a string, but it is 7.'],
    [
      'options of create',
      call('create', 'people', {}, { ifMach: 'x' }),
      'client.create: unknown option "ifMach". Did you mean `ifMatch`?',
    ],
    ['update', call('update', 'people', '9', { id: '9' }), 'client.update: changes: unknown member "id".'],
    [
      'updateRelationship',
      call('updateRelationship', 'people', '9', 'friend', { replce: [] }),
      'client.updateRelationship: change: unknown member "replce". Did you mean `replace`?',
    ],
    [
      'a change without a member',
      call('updateRelationship', 'people', '9', 'friend', {}),
      'must contain exactly one of `add`, `remove`, and `replace`',
    ],
    [
      'a change with two',
      call('updateRelationship', 'people', '9', 'friend', { add: [], remove: [] }),
      'must contain exactly one',
    ],
    ['a link', call('follow', null), 'client.follow: `link` must be a string, but it is null.'],
    ['a link object', call('follow', { herf: '/a' }), 'client.follow: `link` must be a string, but it is an object.'],
    ['include of delete', call('delete', 'people', '9', { include: [] }), 'client.delete: unknown option "include".'],
    ['include of update', call('update', 'people', '9', {}, { include: 'a' }), '`include` must be an array, but it is'],
    ['a key', call('delete', 'people', '9', { idempotencyKey: 'ü' }), '`idempotencyKey` must be true or 1 to 255'],
    ['a long key', call('delete', 'people', '9', { idempotencyKey: 'x'.repeat(256) }), '`idempotencyKey` must be'],
    ['atomic', call('atomic', () => ({})), 'must add one or more operations'],
    [
      'a result that is not an operation',
      call('atomic', (it: never) => [add(it), {}]),
      'must return an array or an object of operations',
    ],
    ['an asynchronous function', call('atomic', async (it: never) => [add(it)]), 'must not be asynchronous'],
    [
      'ifMatch of atomic',
      call('atomic', (it: never) => [add(it)], { ifMatch: 'x' }),
      '`ifMatch` belongs to an operation',
    ],
    ['an operation', call('atomic', (it: never) => [add(it, { x: 1 })]), 'transaction.add: input: unknown member "x".'],
    [
      'options of an operation',
      call('atomic', (it: Remover) => [it.remove({ type: 'a', id: '1' }, { x: 1 })]),
      'transaction.remove: unknown option "x".',
    ],
  ])('%s', async (_, run, message) => {
    const error: unknown = await run().catch((it: unknown) => it);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toContain(message);
    expect(requests).toEqual([]);
  });
});

describe('wrong options of answers', () => {
  const job = { data: { type: 'jobs', id: '1', links: { self: '/api/jobs/1' } } };
  test.each<[unknown, string]>([
    [null, '`options` must be an object, but it is null.'],
    [7, '`options` must be an object, but it is 7.'],
    [{ signal: 1 }, '`signal` must be an object, but it is 1.'],
    [{ signl: 1 }, 'unknown option "signl". Did you mean `signal`?'],
  ])('%j', async (options, message) => {
    const { client: pages, requests: sent } = scripted([() => reply({ data: [], links: { next: '?page=2' } })]);
    const page = await pages.list('people');
    const { client: jobs } = scripted([() => reply(job, 202)]);
    const answers = [
      page,
      await jobs.create('markers', {}),
      await scripted([() => reply({ data: null })]).client.related('articles', '1', 'author'),
    ];
    for (const answer of answers) {
      const error: unknown = await answer.wait(options as never).catch((it: unknown) => it);
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toContain(`answer.wait: ${message}`);
    }
    for (const name of ['next', 'prev'] as const)
      await expect(page[name](options as never)).rejects.toThrow(`page.${name}: ${message}`);
    expect(sent).toHaveLength(1);
  });
});

interface Remover {
  remove(target: object, options: object): unknown;
}
function add(transaction: unknown, input: object = {}): unknown {
  return (transaction as { add(type: string, input: object): unknown }).add('markers', input);
}

describe('createClient', () => {
  test.each<[unknown, string]>([
    [undefined, '`baseUrl` must be an absolute URL without query and fragment, but it is undefined.'],
    ['/api', '`baseUrl` must be an absolute URL without query and fragment, but it is "/api".'],
    [7, '`baseUrl` must be a string, but it is 7.'],
  ])('rejects the base URL %j', (baseUrl, message) => {
    expect(() => createClient<Api>({ baseUrl } as never)).toThrow(message);
  });

  test.each([Number.NaN, -1, 0.5, Number.NEGATIVE_INFINITY, '2', null])(
    'rejects `retry: %s` and `maxPages: %s`',
    (value) => {
      for (const name of ['retry', 'maxPages'])
        expect(() => createClient<Api>({ baseUrl: 'https://example.com', [name]: value } as never)).toThrow(
          new RegExp(
            `createClient: \`${name}\` must be (?:an integer of at least [01], or Infinity|a number), but it is `,
          ),
        );
    },
  );

  test('rejects `maxPages: 0`, and takes Infinity', () => {
    const options = { baseUrl: 'https://example.com', maxPages: 0 };
    expect(() => createClient<Api>(options)).toThrow(
      '`maxPages` must be an integer of at least 1, or Infinity, but it is 0.',
    );
    const all = Number.POSITIVE_INFINITY;
    expect(createClient<Api>({ ...options, retry: all, maxPages: all }).baseUrl).toBe('https://example.com');
  });

  test('uses the `fetch` of the platform, and has `atomic` only with the option', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(reply({ data: [] }));
    try {
      const plain = createClient<Api>({ baseUrl: 'https://example.com' });
      expect((await plain.list('people')).data).toEqual([]);
      expect(fetch.mock.calls.length).toBe(1);
      expect('atomic' in plain).toBe(false);
    } finally {
      fetch.mockRestore();
    }
  });

  test('does not have `atomic` because of a property of `Object.prototype`', () => {
    Object.assign(Object.prototype, { atomic: { send: () => undefined } });
    try {
      expect(Object.keys(createClient<Api>({ baseUrl: 'https://example.com' }))).not.toContain('atomic');
    } finally {
      Reflect.deleteProperty(Object.prototype, 'atomic');
    }
  });

  test('does not take a property of `Object.prototype` for the location of a browser', () => {
    Object.assign(Object.prototype, { location: { href: 'https://example.com/' } });
    try {
      expect(() => createClient<Api>({ baseUrl: '/api' })).toThrow(
        'must be an absolute URL without query and fragment, but it is "/api".',
      );
    } finally {
      Reflect.deleteProperty(Object.prototype, 'location');
    }
  });

  test.each([
    'aggregates',
    '/profiles/a',
    'https://example.com/a b',
    'https://example.com/"; ext="x',
    'https://example.com/\u00e4',
    '',
  ])('rejects the profile %j', (profile) => {
    const options = { baseUrl: 'https://example.com', profiles: ['https://example.com/a', profile] };
    expect(() => createClient<Api>(options)).toThrow(
      `createClient: \`profiles\` must be URIs, but one is ${JSON.stringify(profile)}.`,
    );
  });

  test.each(['https://example.com/a?b=(c)#d', 'urn:example:a', 'tag:example.com,2026:x', 'http://[::1]/a'])(
    'accepts the profile %j',
    (profile) => {
      expect(() => createClient<Api>({ baseUrl: 'https://example.com', profiles: [profile] })).not.toThrow();
    },
  );

  test('names an unknown option', () => {
    const options = { baseUrl: 'https://example.com', header: {} } as never;
    expect(() => createClient<Api>(options)).toThrow('createClient: unknown option "header". Did you mean `headers`?');
  });

  test('takes a relative URL in a browser', () => {
    const global = globalThis as { location?: unknown };
    global.location = { href: 'https://example.com/app/#x' };
    try {
      expect(createClient<Api>({ baseUrl: '/api/' }).baseUrl).toBe('https://example.com/api');
    } finally {
      Reflect.deleteProperty(global, 'location');
    }
  });

  test('encodes types, ids, and names, and takes other paths', async () => {
    const seen: string[] = [];
    const options = {
      baseUrl: 'https://example.com',
      fetch: async ({ url }: Request) => {
        seen.push(url);
        return reply({ data: { type: 'a', id: '1' } });
      },
    };
    await createClient<Api>(options).get('a b', '../x?y', { fields: { a: [] } });
    const urls = (...parts: readonly (string | undefined)[]) => `/v1/${parts.filter((it) => it).join('/')}/`;
    const slashed = createClient<Api>({ ...options, urls });
    await slashed.list('a').catch(() => undefined);
    await slashed.get('a', 'x?y');
    await slashed.related('a', '1', 'b');
    await slashed.relationship('a', '1', 'b');
    await slashed.action('a', 'b', {});
    await slashed.action('a', 'b', { id: '1', include: ['c'] });
    await slashed.create('a', {}, { include: ['c'] });
    await slashed.updateRelationship('a', '1', 'b', { replace: null });
    await slashed.follow({ href: '/other?x=1' });
    await slashed.follow('/other');
    await createClient<Api>({ ...options, atomic: atomicRequests({ path: '/batch' }) })
      .atomic((it) => [it.add('a', {})])
      .catch(() => undefined);
    expect(seen).toEqual([
      'https://example.com/a%20b/..%2Fx%3Fy?fields%5Ba%5D=',
      'https://example.com/v1/a/',
      'https://example.com/v1/a/x%3Fy/',
      'https://example.com/v1/a/1/b/',
      'https://example.com/v1/a/1/relationships/b/',
      'https://example.com/v1/a/-actions/b/',
      'https://example.com/v1/a/1/-actions/b/?include=c',
      'https://example.com/v1/a/?include=c',
      'https://example.com/v1/a/1/relationships/b/',
      'https://example.com/other?x=1',
      'https://example.com/other',
      'https://example.com/batch',
    ]);
  });
});
