import { afterEach, describe, expect, test, vi } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { send } from '../../../test/support.ts';
import { createMemoryIdempotencyStore } from '../../memory/memory-idempotency-store.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import type { IdempotencyOptions } from './idempotency-options.ts';

const article = { data: { type: 'articles', attributes: { title: 'New' } } };
const other = { data: { type: 'articles', attributes: { title: 'Other' } } };
const store = createMemoryIdempotencyStore();
const user = () => 'everyone';

function create(idempotency: Partial<IdempotencyOptions> = {}) {
  const sources = blogSources();
  const shared = createMemoryIdempotencyStore({ sharesWith: sources.articles });
  return createServer(blog, sources, {
    idempotency: { keys: idempotencyKeys({ store: shared, ...idempotency }), user },
  });
}

describe('Idempotency-Key', () => {
  test.each([
    ['bare', 'abc-1.2_3~4:5', 'abc-1.2_3~4:5'],
    ['with spaces around', ' a ', 'a'],
    ['in quotation marks', '"a b"', '"a b"'],
    ['with escapes', '"a\\"\\\\"', '"a\\"\\\\"'],
    ['of 255 characters', 'x'.repeat(255), `"${'x'.repeat(255)}"`],
    ['of 255 escapes', `"${'\\\\'.repeat(255)}"`, `"${'\\\\'.repeat(255)}"`],
  ])('%s: the same request is answered once more', async (_, key, same) => {
    const server = create();
    const first = await send(server, 'POST /articles', article, { 'idempotency-key': key });
    const second = await send(server, 'POST /articles', article, { 'Idempotency-Key': same });
    expect([first.status, second.headers['Idempotency-Replayed'], second.document]).toEqual([
      201,
      'true',
      first.document,
    ]);
  });

  test.each([
    '',
    ' ',
    '""',
    '"',
    '"a',
    'a"',
    'a b',
    'é',
    '"é"',
    '"\\a"',
    '"\u0000"',
    'x'.repeat(256),
    `"${'x'.repeat(256)}"`,
  ])('%j is 400', async (key) => {
    const { status, problems } = await send(create(), 'POST /articles', article, { 'idempotency-key': key });
    expect([status, problems]).toEqual([400, ['HEADER_INVALID Idempotency-Key']]);
  });

  test('a type can be exempt', async () => {
    const server = create({ require: ['POST'], exempt: ['articles'] });
    const first = await send(server, 'POST /articles', article);
    const second = await send(server, 'POST /articles', article, { 'idempotency-key': 'k' });
    const third = await send(server, 'POST /articles', other, { 'idempotency-key': 'k' });
    expect([first, second, third].map(({ status, headers }) => [status, headers['Idempotency-Replayed']])).toEqual(
      [1, 2, 3].map(() => [201, undefined]),
    );
    expect((await send(server, 'POST /people', { data: { type: 'people' } })).problems).toEqual([
      'IDEMPOTENCY_KEY_REQUIRED Idempotency-Key',
    ]);
    expect(() => create({ exempt: ['article'] })).toThrow('createServer: idempotency.exempt');
  });

  test('several lines of the field are 400', async () => {
    const { status } = await send(create(), 'POST /articles', article, { 'idempotency-key': ['a', 'b'] });
    expect(status).toBe(400);
  });

  test('another request with the key is 422', async () => {
    const server = create();
    await send(server, 'POST /articles', article, { 'idempotency-key': 'k' });
    const { status, problems } = await send(server, 'POST /articles', other, { 'idempotency-key': 'k' });
    expect([status, problems]).toEqual([422, ['IDEMPOTENCY_KEY_REUSED Idempotency-Key']]);
  });

  test('a required key that is missing is 400', async () => {
    const server = create({ require: ['POST'] });
    const { status, problems } = await send(server, 'POST /articles', article);
    expect([status, problems]).toEqual([400, ['IDEMPOTENCY_KEY_REQUIRED Idempotency-Key']]);
    expect((await send(server, 'DELETE /articles/1')).status).toBe(204);
  });

  test('while the request runs, another one with the key is 409', async () => {
    const server = create({ store: { ...store, begin: ({ fingerprint }) => ({ fingerprint, answer: undefined }) } });
    const answer = await send(server, 'POST /articles', article, { 'idempotency-key': 'k' });
    expect([answer.status, answer.problems]).toEqual([409, ['IDEMPOTENCY_KEY_IN_USE Idempotency-Key']]);
    expect(answer.headers['Retry-After']).toBe('1');
  });
});

test.each<[string, object, string]>([
  ['no store', {}, '`store` is required'],
  ['a store without methods', { store: {} }, '`store.begin` must be a function'],
  ['no hours', { store, hours: 0 }, '`hours` must be above 0'],
  ['a method that does not write', { store, require: ['GET'] }, 'it contains GET'],
  ['a method that is not a text', { store, require: [5] }, 'it contains 5'],
])('%s is a TypeError', (_, idempotency, message) => {
  expect(() => idempotencyKeys(idempotency as IdempotencyOptions)).toThrow(message);
});

test('every response that an endpoint returns is kept, because it can have done anything before', async () => {
  const statuses = [303, 204, 204];
  const run = () => ({ status: statuses.shift() ?? 500 });
  const endpoints = [{ name: 'ping', path: '/-ping', method: 'POST', statuses: [204, 303], run }] as const;
  const sources = blogSources();
  const shared = createMemoryIdempotencyStore({ sharesWith: sources.articles });
  const server = createServer(blog, sources, {
    endpoints,
    idempotency: { keys: idempotencyKeys({ store: shared }), user },
  });
  const ping = async () => {
    const { status, headers } = await server.handle({
      method: 'POST',
      url: '/-ping',
      headers: { 'idempotency-key': 'k', 'content-type': 'application/vnd.api+json' },
    });
    return [status, headers['Idempotency-Replayed']];
  };
  expect([await ping(), await ping(), await ping()]).toEqual([
    [303, undefined],
    [303, 'true'],
    [303, 'true'],
  ]);
});

describe('a key whose store does not share the transaction of the write', () => {
  const apart = (create?: object) => {
    const sources = blogSources();
    const onError = () => undefined;
    const idempotency = { keys: idempotencyKeys({ store: createMemoryIdempotencyStore() }), user };
    return createServer(blog, { ...sources, articles: { ...sources.articles, ...create } } as never, {
      idempotency,
      onError,
    });
  };
  const key = { 'idempotency-key': 'k' };

  test('is released by a rejected request', async () => {
    const server = apart();
    const wrong = { data: { type: 'articles', attributes: { title: '' } } };
    expect((await send(server, 'POST /articles', wrong, key)).status).toBe(422);
    expect((await send(server, 'POST /articles', article, key)).status).toBe(201);
  });

  test('repeats an unexpected failure, because it is unknown whether the write succeeded', async () => {
    let writes = 0;
    const create = () => {
      writes++;
      throw new Error('The connection is lost.');
    };
    const server = apart({ create });
    const first = await send(server, 'POST /articles', article, key);
    const second = await send(server, 'POST /articles', article, key);
    expect([first.status, second.document, writes]).toEqual([500, first.document, 1]);
    expect(second.headers['Idempotency-Replayed']).toBe('true');
  });
});

describe('how long a key is in use', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ['with a time limit: as long as the request can last, and a second', 2000, 3000],
    ['without a time limit: a minute', 0, 60_000],
  ])('%s', async (_, requestTime, lease) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const sources = blogSources();
    const shared = createMemoryIdempotencyStore({ sharesWith: sources.articles });
    const leases: number[] = [];
    const begin: typeof shared.begin = (claim, call) => {
      leases.push(claim.leaseUntil.getTime() - Date.now());
      return shared.begin(claim, call);
    };
    const idempotency = { keys: idempotencyKeys({ store: { ...shared, begin } }), user };
    const server = createServer(blog, sources, { idempotency, limits: { requestTime } });
    expect((await send(server, 'POST /articles', article, { 'idempotency-key': 'k' })).status).toBe(201);
    expect(leases).toEqual([lease]);
  });

  test('if the client leaves, and the write is not in a transaction of the store: until the key expires', async () => {
    const client = new AbortController();
    const sources = blogSources();
    let writes = 0;
    const create: typeof sources.articles.create = async (...given) => {
      writes++;
      client.abort();
      return sources.articles.create?.(...given) as never;
    };
    const articles = { ...sources.articles, create, transaction: undefined, transactionGroup: undefined };
    const idempotency = { keys: idempotencyKeys({ store: createMemoryIdempotencyStore() }), user };
    const server = createServer(blog, { ...sources, articles } as never, { idempotency });
    const headers = { 'content-type': 'application/vnd.api+json', 'idempotency-key': 'k' };
    const request = { method: 'POST', url: '/articles', headers, body: JSON.stringify(article) };
    expect((await server.handle({ ...request, signal: client.signal })).status).toBe(499);
    const again = await send(server, 'POST /articles', article, { 'idempotency-key': 'k' });
    expect([again.problems, writes]).toEqual([['IDEMPOTENCY_KEY_IN_USE Idempotency-Key'], 1]);
  });
});

test('the store in memory keeps the configured number of keys', async () => {
  const few = createMemoryIdempotencyStore({ keys: 2 });
  const server = create({ store: few });
  const statusOf = async (key: string) => {
    const { headers } = await send(server, 'POST /articles', article, { 'idempotency-key': key });
    return headers['Idempotency-Replayed'];
  };
  for (const key of ['a', 'b', 'c']) await statusOf(key);
  // A repeated key takes no place, so the oldest key stays.
  expect([await statusOf('c'), await statusOf('b'), await statusOf('a')]).toEqual(['true', 'true', undefined]);
});

describe('a store that fails', () => {
  const shared = () => {
    const sources = blogSources();
    return { sources, store: createMemoryIdempotencyStore({ sharesWith: sources.articles }) };
  };
  const secret = () => {
    throw new Error('sesame-4711');
  };
  const key = { 'idempotency-key': 'k' };
  const serve = (own: ReturnType<typeof shared>, methods: object) => {
    const heard: unknown[] = [];
    const idempotency = { keys: idempotencyKeys({ store: { ...own.store, ...methods } }), user };
    return { heard, server: createServer(blog, own.sources, { idempotency, onError: (it) => void heard.push(it) }) };
  };

  test('`begin` fails after it took the key: the key is free', async () => {
    const own = shared();
    const begin = (...given: Parameters<typeof own.store.begin>) => own.store.begin(...given) && secret();
    expect((await send(serve(own, { begin }).server, 'POST /articles', article, key)).status).toBe(500);
    expect((await send(serve(own, {}).server, 'POST /articles', article, key)).status).toBe(201);
  });

  test('`abandon` fails: the client receives the response to its request, and `onError` the failure', async () => {
    const own = shared();
    const { server, heard } = serve(own, { abandon: secret });
    const { status, problems } = await send(server, 'DELETE /articles/99', undefined, key);
    expect([status, problems]).toEqual([404, ['NOT_FOUND']]);
    expect(heard).toEqual([
      expect.objectContaining({
        message: expect.stringContaining('idempotency key'),
        cause: expect.objectContaining({ message: 'sesame-4711' }),
      }),
    ]);
  });

  test('`complete` fails after it stored the response: neither the write nor the response is kept', async () => {
    const own = shared();
    const complete = (...given: Parameters<typeof own.store.complete>) => {
      own.store.complete(...given);
      secret();
    };
    expect((await send(serve(own, { complete }).server, 'POST /articles', article, key)).status).toBe(500);
    const again = await send(serve(own, {}).server, 'POST /articles', article, key);
    expect([again.status, again.headers['Idempotency-Replayed']]).toEqual([201, undefined]);
  });
});
