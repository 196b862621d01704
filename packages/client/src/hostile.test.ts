/** A server that lies: each answer has a result without harm, or a documented error. */
import { JsonApiError } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { reply, type Step, scripted } from '../test/replies.ts';
import { ClientError } from './client-error.ts';
import { createClient } from './create-client.ts';
import { errorsByField, errorsByPath } from './errors-by-field.ts';
import { patchAnswer } from './patch-answer.ts';
import { saveAnswer } from './save-answer.ts';

const mediaType = 'application/vnd.api+json';
const text = (body: string, status = 200): Response =>
  new Response(body, { status, headers: { 'Content-Type': mediaType } });

describe('documents', () => {
  test.each<[string, Step, string]>([
    ['data that is a text', () => reply({ data: 'x' }), 'must contain data'],
    ['data that is a number', () => reply({ data: 7 }), 'must contain data'],
    ['JSON that ends early', () => text('{"data":{"type":"people","id":"1"'), 'must be valid JSON'],
    ['two documents', () => text('{"data":null}{"data":null}'), 'must be valid JSON'],
    [
      'a media type with a suffix',
      () => new Response('{}', { headers: { 'Content-Type': `${mediaType}x` } }),
      mediaType,
    ],
    ['errors that are not objects', () => reply({ errors: [null] }, 400), 'must contain errors'],
    ['errors that are an object', () => reply({ errors: {} }, 400), 'must contain errors'],
    ['an empty list of errors in a success', () => reply({ errors: [] }, 200), 'must contain data'],
  ])('%s', async (_, step, message) => {
    const { client } = scripted([step]);
    const error: unknown = await client.get('people', '9').catch((it: unknown) => it);
    expect(ClientError.is(error) && error.kind).toBe('not-json-api');
    expect(String(error)).toContain(message);
  });

  test('error objects with members of other kinds', async () => {
    const shapes = [{ toString: 1, valueOf: 1 }, [[]], 7, null, { a: null }] as const;
    for (const shape of shapes) {
      const errors = [
        { status: shape, code: shape, title: shape, detail: shape, source: shape, links: shape, meta: shape },
      ];
      const body = JSON.stringify({ errors: [...errors, { source: { pointer: shape, parameter: shape } }] });
      const { client } = scripted([() => text(body, 422)]);
      const error: unknown = await client.create('markers', {}).catch((it: unknown) => it);
      expect(JsonApiError.is(error) && error.status).toBe(422);
      for (const group of [errorsByField, errorsByPath])
        expect(Object.keys(group(error as JsonApiError))).toEqual(['']);
    }
  });

  test('names of `Object.prototype`, and members of other kinds', async () => {
    const body = `{"data":[{"type":"__proto__","id":"1","attributes":{"__proto__":{"isAdmin":true},"constructor":1,"toString":2,"then":3},
      "relationships":{"__proto__":{"data":{"type":"__proto__","id":"1"}},"hasOwnProperty":{"data":[{"type":"people","id":"__proto__"}]},"x":null,"y":7,"z":[]}},
      null,7,"text",[],{"type":{},"id":{}},{"type":"people","id":"__proto__","attributes":[],"relationships":[]}],
      "included":[null,7,{"type":"people","id":"constructor","attributes":{"name":"x"}}],
      "links":{"__proto__":{"next":"https://evil.example/"},"next":7},"meta":{"__proto__":{"page":{"total":7}}}}`;
    const { client } = scripted([() => text(body)]);
    const page = await client.list('people');
    const [first] = page.data as unknown as readonly [Record<string, unknown>];
    expect(Object.getPrototypeOf(first)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    expect(Object.entries(first).filter(([name]) => name === 'constructor' || name === 'then')).toEqual([
      ['constructor', 1],
      ['then', 3],
    ]);
    expect([page.hasNext, page.total]).toEqual([false, undefined]);
    expect(await page.next()).toBeUndefined();
    const after = client.restore(
      patchAnswer(saveAnswer(page), [
        JSON.parse('{"type":"__proto__","id":"1","attributes":{"__proto__":{"isAdmin":true}}}'),
      ]),
    );
    expect(Object.getPrototypeOf(after.data[0])).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  test('a document of 100,000 levels, and one of 100,000 resources of one identity', async () => {
    const deep = `{"data":{"type":"people","id":"1","attributes":{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}}}`;
    const { client: first } = scripted([() => text(deep)]);
    const outcome = await first.get('people', '1').catch((it: unknown) => it);
    expect(ClientError.is(outcome) || (outcome as { readonly status: number }).status === 200).toBe(true);
    const data = Array.from({ length: 100_000 }, () => ({ type: 'people', id: '1' }));
    const { client: second } = scripted([() => reply({ data })]);
    expect((await second.list('people')).data).toHaveLength(100_000);
  });
});

describe('links', () => {
  test.each([
    ['https://evil.example/api/people'],
    ['//evil.example/api/people'],
    ['http://example.com/api/people'],
    ['https://example.com.evil.example/'],
    ['https://example.com:444/'],
    ['https://user:password@example.com/api/people'],
    ['javascript:alert(1)'],
    ['data:application/vnd.api+json,{"data":[]}'],
    ['https://['],
  ])('no request follows %s', async (next) => {
    const { client, requests } = scripted([() => reply({ data: [], links: { next, prev: { href: next } } })]);
    const page = await client.list('people');
    for (const follow of [() => page.next(), () => page.prev()]) {
      await expect(follow()).rejects.toMatchObject({ kind: 'rejected' });
    }
    expect(requests).toHaveLength(1);
    const redirect = scripted([() => new Response(null, { status: 302, headers: { Location: next } })]);
    await expect(redirect.client.list('people')).rejects.toMatchObject({ kind: 'rejected' });
    expect(redirect.requests).toHaveLength(1);
  });

  test('a circle of pages ends', async () => {
    const { client, requests } = scripted([
      () => reply({ data: [], links: { next: '?page=2' } }),
      () => reply({ data: [], links: { next: '?page=1' } }),
      () => reply({ data: [], links: { next: '?page=2' } }),
    ]);
    const iterate = async () => {
      for await (const _ of await client.list('people'));
    };
    await expect(iterate()).rejects.toMatchObject({ kind: 'rejected' });
    expect(requests).toHaveLength(3);
  });
});

describe('ids, also those that a server sent, cannot lead to another URL', () => {
  const { client, requests } = scripted([() => reply({ data: null })]);
  const untyped = client as unknown as Record<string, (...given: readonly unknown[]) => Promise<unknown>>;
  test.each([['.'], ['..'], [''], [undefined], [null], [7], [{}]])('%j', async (id) => {
    const calls: readonly (readonly [string, ...unknown[]])[] = [
      ...([
        ['get', 'people', id],
        ['delete', 'people', id],
        ['update', 'people', id, {}],
      ] as const),
      ...([
        ['related', 'people', id, 'friend'],
        ['related', 'people', '1', id],
        ['relationship', 'people', '1', id],
      ] as const),
      ...([
        ['updateRelationship', 'people', id, 'friend', { replace: null }],
        ['list', id],
        ['create', id, {}],
      ] as const),
    ];
    for (const [name, ...given] of calls) {
      const error: unknown = await (async () => untyped[name]?.(...given))().catch((it: unknown) => it);
      expect(error, name).toBeInstanceOf(TypeError);
      expect(String(error)).toMatch(/A part of a URL must be a string, not "", ".", or "..", but it is /);
    }
    expect(requests).toEqual([]);
  });
});

describe('wrong queries, without types', () => {
  const { client, requests } = scripted([() => reply({ data: [] })]);
  const list = client.list as unknown as (type: string, query: object) => Promise<unknown>;
  test.each<[object, string]>([
    [{ include: 'author' }, '`include` must be an array of strings, but it is "author".'],
    [{ sort: 'title' }, '`sort` must be an array, but it is "title".'],
    [{ filter: { title: 'x' } }, '`filter` must be an array of objects, but it is an object.'],
    [{ filter: [{ field: 'title', values: [undefined] }] }, 'values must not be undefined.'],
    [{ filter: [{ field: 'title', operator: 'gt', values: [] }] }, 'values must not be undefined.'],
    [{ page: { after: undefined } }, 'values must not be undefined.'],
    [{ sort: [null] }, 'formatQuery: `sort[0]` must be an object, but it is null.'],
    [{ sort: ['id', 7] }, 'formatQuery: `sort[1]` must be an object, but it is 7.'],
    [{ sort: [{}] }, 'formatQuery: sort[0]: `field` must be a string, but it is undefined.'],
    [{ sort: [{ feild: 'id' }] }, 'formatQuery: sort[0]: unknown member "feild". Did you mean `field`?'],
    [{ fields: { people: 'name' } }, 'formatQuery: `fields.people` must be an array of strings, but it is "name".'],
    [{ fields: { people: [null] } }, '`fields.people` must be an array of strings, but it is an array of 1 element.'],
    [{ fields: { people: null } }, 'formatQuery: `fields.people` must be an array of strings, but it is null.'],
    [{ filter: [{ values: ['x'] }] }, 'formatQuery: filter: `field` must be a string, but it is undefined.'],
    [{ filter: [{ field: null, values: ['x'] }] }, 'formatQuery: filter: `field` must be a string, but it is null.'],
    [{ filter: [{ or: [null] }] }, '`or` must be an array of objects, but it is an array of 1 element.'],
    [{ filter: [{ and: [{ or: [7] }] }] }, '`or` must be an array of objects, but it is an array of 1 element.'],
    [{ filter: [{ and: null }] }, 'formatQuery: filter: `and` must be an array of objects, but it is null.'],
    [{ filter: [{ not: null }] }, 'formatQuery: filter: `not` must be an object, but it is null.'],
    [{ filter: [{ not: [] }] }, 'formatQuery: filter: `not` must be an object, but it is an empty array.'],
    [{ filter: [{ or: [{ values: [] }] }] }, 'formatQuery: filter: `field` must be a string, but it is undefined.'],
    [{ filter: [[]] }, 'formatQuery: `filter` must be an object, but it is an empty array.'],
    [
      { filter: [{ field: 'title', oprator: 'gt', values: ['x'] }] },
      'formatQuery: filter: unknown member "oprator". Did you mean `operator`?',
    ],
  ])('%j', async (query, message) => {
    await expect(list('people', query)).rejects.toThrow(message);
    expect(requests).toEqual([]);
  });

  test.each(['https://example.com/api?x=1', 'https://example.com/api#x'])('the base URL %s', (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(
      '`baseUrl` must be an absolute URL without query and fragment, but it is',
    );
  });
});
