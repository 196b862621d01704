/** Whatever a source does wrong: one plain 500 with an id, nothing of the failure in it, nothing left behind (STA-07). */
import { JsonApiError } from '@linkage/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../src/pipeline/create-server.ts';
import type { ServerOptions } from '../src/pipeline/server-options.ts';
import { blog, blogSources } from './blog.ts';
import { type Answer, type AnyDocument, identities, send } from './support.ts';

const SECRET = 'sesame-4711';
const secret = (): never => {
  throw new Error(SECRET);
};
const trap = { get: secret, has: secret, ownKeys: secret, getPrototypeOf: secret, getOwnPropertyDescriptor: secret };

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

type Method = 'list' | 'find' | 'related' | 'create' | 'update' | 'delete' | 'updateRelationship' | 'transaction';
const attributes = { title: SECRET };
const requests: Readonly<Record<Method, readonly [line: string, body?: unknown]>> = {
  list: ['GET /articles'],
  find: ['GET /articles/1'],
  related: ['GET /articles/1/relationships/comments'],
  create: ['POST /articles', { data: { type: 'articles', attributes } }],
  update: ['PATCH /articles/1', { data: { type: 'articles', id: '1', attributes } }],
  delete: ['DELETE /articles/1'],
  updateRelationship: ['PATCH /articles/1/relationships/comments', { data: [] }],
  transaction: ['DELETE /articles/1'],
};
const methods = Object.keys(requests) as Method[];

async function ask(
  method: Method,
  run: (...given: AnyDocument[]) => unknown,
  request = requests[method],
  options: ServerOptions = {},
): Promise<{
  readonly answer: Answer;
  readonly heard: readonly (readonly [unknown, string])[];
  readonly after: Answer;
}> {
  const sources = blogSources() as AnyDocument;
  const heard: (readonly [unknown, string])[] = [];
  // Memory declares that its writes return what is stored, so the server would not read the record again.
  const articles = { ...sources.articles, returnsWritten: undefined, [method]: run };
  const onError = (error: unknown, id: string): void => void heard.push([error, id]);
  const server = createServer(blog, { ...sources, articles }, { onError, ...options });
  const answer = await send(server, ...request);
  const sound = createServer(blog, sources);
  return { answer, heard, after: await send(sound, 'GET /articles?sort=title&include=comments') };
}

const untouched = await send(createServer(blog, blogSources()), 'GET /articles?sort=title&include=comments');

function expectPlainFailure({ answer, heard, after }: Awaited<ReturnType<typeof ask>>): void {
  expect(answer.status).toBe(500);
  const [error] = answer.document.errors;
  expect(Object.keys(error).sort()).toEqual(['code', 'detail', 'id', 'status', 'title']);
  expect(error.code).toBe('INTERNAL_ERROR');
  expect(JSON.stringify(answer.document)).not.toContain(SECRET);
  expect(heard.map(([, id]) => id)).toEqual([error.id]);
  expect(after.document).toEqual(untouched.document);
}

describe.each(methods)('%s', (method) => {
  const thrown: readonly (readonly [string, (...given: AnyDocument[]) => unknown])[] = [
    ['throws', secret],
    ['rejects', () => Promise.reject(new Error(SECRET))],
    ['rejects later', () => new Promise((_, reject) => setTimeout(reject, 5, new Error(SECRET)))],
    ['throws what is not an error', () => Promise.reject(SECRET)],
    ['throws undefined', () => Promise.reject(undefined)],
    ['throws a proxy that throws', () => Promise.reject(new Proxy({}, trap))],
    [
      'throws what passes itself off as an error document',
      () => Promise.reject({ [Symbol.for('linkage.JsonApiError')]: true, status: 200, errors: [], headers: {} }),
    ],
    [
      'throws an error with headers that are none',
      () => Promise.reject(new JsonApiError({ detail: SECRET }, { headers: { 'X-A': 'b\r\nSet-Cookie: c' } })),
    ],
    [
      'has a then that throws',
      () => ({
        // biome-ignore lint/suspicious/noThenProperty: this is what the case is about
        get then() {
          return secret();
        },
      }),
    ],
  ];
  test.each(thrown)('%s', async (_, run) => expectPlainFailure(await ask(method, run)));
});

const record = { id: '1', title: 'Bikes', views: 1, author: '7', comments: ['4'] };
const circular: AnyDocument = { ...record, title: {} };
circular.title.self = circular.title;
const lazily = (key: string): object => Object.defineProperty({ ...record }, key, { enumerable: true, get: secret });

/** Creates a value on demand, because an earlier rejected promise would be unhandled. */
const makers = new WeakSet<object>();
function made(make: () => unknown): unknown {
  makers.add(make);
  return make;
}

describe('invalid values in place of records', () => {
  const garbage: readonly (readonly [string, Method, unknown])[] = [
    ...methods
      .filter((method) => method !== 'transaction' && method !== 'related')
      .flatMap((method) =>
        [undefined, 7, SECRET, Symbol(SECRET), () => secret(), new Proxy({}, trap), [null], { records: null }].map(
          (value) => [`${method} gives ${typeof value}`, method, value] as const,
        ),
      ),
    ['list gives null', 'list', null],
    ['a page of null', 'list', { records: [null] }],
    ['a page of strings', 'list', { records: [SECRET] }],
    ['a page of records without ids', 'list', { records: [{ title: SECRET }] }],
    ['a page of records with objects for ids', 'list', { records: [{ id: { toString: secret } }] }],
    ['a page of a fraction', 'list', { records: [{ id: 0.5 }] }],
    ['a page that is a promise', 'list', { records: Promise.resolve([record]) }],
    ['a page that is a promise that fails', 'list', made(() => ({ records: Promise.reject(new Error(SECRET)) }))],
    ['a page of promises that fail', 'list', made(() => ({ records: [record, Promise.reject(new Error(SECRET))] }))],
    ['a page with a getter that throws', 'list', { records: [lazily('title')] }],
    ['a page of records whose ids throw', 'list', { records: [lazily('id')] }],
    [
      'a page whose records throw',
      'list',
      {
        get records() {
          return secret();
        },
      },
    ],
    ['a page of a proxy', 'list', { records: [new Proxy({ ...record }, trap)] }],
    ['an attribute that is a circle', 'list', { records: [circular] }],
    ['an attribute that JSON does not know', 'list', { records: [{ ...record, views: 7n }] }],
    ['a to-one relationship of two', 'list', { records: [{ ...record, author: ['7', '8'] }] }],
    ['a to-many relationship of one', 'list', { records: [{ ...record, comments: '4' }] }],
    ['records of promises', 'find', [Promise.resolve(record)]],
    ['records of promises that fail', 'find', made(() => [Promise.reject(new Error(SECRET))])],
    ['an array that throws', 'find', new Proxy([record], trap)],
    ['no map', 'related', { records: ['4'] }],
    ['a map of strings', 'related', new Map([['1', SECRET]])],
    ['a map of promises that fail', 'related', made(() => new Map([['1', Promise.reject(new Error(SECRET))]]))],
    [
      'a map of pages of promises',
      'related',
      made(() => new Map([['1', { records: [Promise.reject(new Error(SECRET))] }]])),
    ],
    ['identifiers without ids', 'related', new Map([['1', { records: [{}] }]])],
    ['delete gives "false"', 'delete', 'false'],
    ['updateRelationship gives null', 'updateRelationship', null],
    ['update gives another record', 'update', { ...record, id: '2' }],
  ];
  test.each(garbage)('%s', async (_, method, value) =>
    expectPlainFailure(await ask(method, makers.has(value as object) ? (value as () => unknown) : () => value)),
  );
});

describe('results of a wrong shape are reported to the author of the source', () => {
  test.each<readonly [string, Method, unknown, string]>([
    [
      'an array',
      'list',
      [record],
      '`articles.list` must return a page, but it returned an array. Return `{ records }` instead.',
    ],
    [
      'nothing',
      'list',
      undefined,
      '`articles.list` must return a page, but it returned undefined. Return `{ records }` instead.',
    ],
    [
      'no records',
      'list',
      { rows: [] },
      '`articles.list` must return a page, but it returned an object. Return `{ records }` instead.',
    ],
    [
      'an array',
      'related',
      ['4'],
      '`articles.related(comments)` must return a Map by parent id, but it returned an array.',
    ],
    [
      'an object',
      'related',
      { 1: '4' },
      '`articles.related(comments)` must return a Map by parent id, but it returned an object.',
    ],
    ['null', 'related', null, '`articles.related(comments)` must return a Map by parent id, but it returned null.'],
    [
      'a text',
      'related',
      SECRET,
      '`articles.related(comments)` must return a Map by parent id, but it returned a string.',
    ],
  ])('%s of %s', async (_, method, value, message) => {
    for (const run of [() => value, async () => value]) {
      const asked = await ask(method, run);
      expectPlainFailure(asked);
      expect(asked.heard.map(([error]) => String(error))).toEqual([`TypeError: ${message}`]);
    }
  });
});

describe('a map whose keys are not strings', () => {
  const members = { records: ['4'] };
  test.each<readonly [unknown, string]>([
    [1, 'the key 1, a number'],
    [1n, 'the key 1, a bigint'],
    [{ id: 1 }, 'a key that is an object'],
  ])('%o: the message names the key', async (key, shown) => {
    for (const url of ['/articles/1/comments', '/articles/1/relationships/comments', '/articles/1?include=comments']) {
      const bare = { find: () => [{ id: 1, title: 'Bikes', views: 1 }] };
      const heard: unknown[] = [];
      const articles = { ...bare, related: () => new Map([[key, members]]) };
      const sources = { ...blogSources(), articles } as AnyDocument;
      const server = createServer(blog, sources, { onError: (error) => void heard.push(error) });
      expect((await send(server, `GET ${url}`)).status).toBe(500);
      const message = `\`articles.related(comments)\` must return a Map whose keys are ids as strings, but it returned ${shown}.`;
      expect(heard.map(String)).toEqual([`TypeError: ${message}`]);
    }
  });

  test('a missing parent has no members, and unrequested entries are ignored', async () => {
    for (const entries of [[], [['99', members]]]) {
      const { answer } = await ask('related', () => new Map(entries as [string, object][]));
      expect([answer.status, answer.document.data]).toEqual([200, []]);
    }
    const both = new Map<unknown, object>([
      [1, members],
      ['1', members],
    ]);
    const { answer } = await ask('related', () => both);
    expect(identities(answer.document.data)).toEqual(['comments 4']);
  });
});

describe('more results than requested', () => {
  test('a page is shortened, and a repeated record is an error', async () => {
    const records = Array.from({ length: 500 }, (_, index) => ({ ...record, id: index }));
    const { answer } = await ask('list', () => ({ records }), ['GET /articles?page[size]=5']);
    expect(answer.document.data).toHaveLength(5);
    expect(answer.document.links.next).not.toBeNull();
    expectPlainFailure(await ask('list', () => ({ records: [record, record] })));
  });

  test('unrequested and repeated records are omitted', async () => {
    const records = [{ ...record, id: '2' }, record, { ...record, title: 'Second' }, { ...record, id: '99' }];
    const { answer } = await ask('find', () => records);
    expect([answer.status, answer.document.data.id, answer.document.data.attributes.title]).toEqual([
      200,
      '1',
      'Bikes',
    ]);
    const included = await ask('find', () => records, ['GET /comments/4?include=on']);
    expect(identities(included.answer.document.included)).toEqual(['articles 1']);
    const lost = await ask('find', () => [{ ...record, id: '2' }]);
    expect(lost.answer.status).toBe(404);
  });

  test('unrequested parents, and more members than fit on the page', async () => {
    const members = ['4', '5', '6', '4'];
    const related = () =>
      new Map([
        ['1', { records: members }],
        ['99', { records: ['5'] }],
      ] as never);
    const { answer } = await ask('related', related, ['GET /articles/1/relationships/comments?page[size]=2']);
    expect(identities(answer.document.data)).toEqual(['comments 4', 'comments 5']);
  });
});

describe('transactions with defects', () => {
  test('a transaction that runs nothing', async () => expectPlainFailure(await ask('transaction', async () => true)));

  test('a transaction that hides a failure', async () => {
    const hides = (run: (call: unknown) => Promise<unknown>, call: unknown) => run(call).catch(() => true);
    const { answer } = await ask('transaction', hides, ['DELETE /articles/99']);
    expect(answer.status).toBe(404);
  });

  test('a transaction that returns another value', async () => {
    const other = (run: (call: unknown) => Promise<unknown>, call: unknown) =>
      run(call).then(() => new Proxy({}, trap));
    const request = [
      'PATCH /articles/1',
      { data: { type: 'articles', id: '1', attributes: { title: 'New' } } },
    ] as const;
    expect((await ask('transaction', other, request)).answer.status).toBe(500);
    const plain = (run: (call: unknown) => Promise<unknown>, call: unknown) => run(call).then(() => undefined);
    expect((await ask('transaction', plain, request)).answer.document.data.attributes.title).toBe('New');
  });

  test('a transaction that runs its work again after a conflict', async () => {
    const again = async (run: (call: unknown) => Promise<unknown>, call: unknown) => {
      await run(call).catch(() => undefined);
      return run(call);
    };
    expect((await ask('transaction', again, ['DELETE /articles/1'])).answer.status).toBe(404);
  });
});

test('a write whose response cannot be created is rolled back (CRE-04)', async () => {
  let finds = 0;
  const failsLater = (ids: readonly string[]): unknown => (++finds > 1 ? secret() : ids.map((id) => ({ id })));
  expectPlainFailure(await ask('find', failsLater, requests.update));
  expect(finds).toBe(2);
});
