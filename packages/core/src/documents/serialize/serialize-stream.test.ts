import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { serialize } from './serialize.ts';
import { serializeStream } from './serialize-stream.ts';

/** The clock stands still: how fast this machine is says nothing about where chunks end. */
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterAll(() => void vi.useRealTimers());

interface Article {
  readonly id: number | string;
  readonly title: string;
  readonly author?: Person | number | null;
}

interface Person {
  readonly id: number;
  readonly name: string;
  readonly friend?: Person | null;
}

const extension = { uri: 'https://example.com/v', namespace: 'v' };
const dan: Person = { id: 9, name: 'Dan' };
const articles: readonly Article[] = Array.from({ length: 1000 }, (_, index) => ({
  id: index + 1,
  title: `"${index}"`,
  author: index % 3 === 0 ? dan : index % 3 === 1 ? { id: 1000 + index, name: 'Ann' } : null,
}));

/** Records that note how many were taken, and whether somebody said that no more are wanted. */
function watched<Item>(items: Iterable<Item>) {
  const seen = { taken: 0, closed: 0 };
  const iterator = items[Symbol.iterator]();
  const records: AsyncIterable<Item> = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const step = iterator.next();
        if (!step.done) seen.taken++;
        return step;
      },
      async return() {
        seen.closed++;
        return { done: true, value: undefined };
      },
    }),
  };
  return { seen, records };
}

async function* inTurn<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

function webStreamOf<Item>(items: Iterable<Item>): ReadableStream<Item> {
  const iterator = items[Symbol.iterator]();
  return new ReadableStream<Item>({
    pull(controller) {
      const step = iterator.next();
      if (step.done) controller.close();
      else controller.enqueue(step.value);
    },
  });
}

async function chunksOf(stream: AsyncIterable<string>): Promise<readonly string[]> {
  const chunks: string[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

async function textOf(stream: AsyncIterable<string>): Promise<string> {
  return (await chunksOf(stream)).join('');
}

/** Reads on until the stream breaks off. */
async function breakOff(stream: AsyncIterable<string>): Promise<{ readonly text: string; readonly error: unknown }> {
  let text = '';
  try {
    for await (const chunk of stream) text += chunk;
  } catch (error) {
    return { text, error };
  }
  throw new Error('The stream came to its end.');
}

const late = { title: 'late' } as const;

test.each([
  ['an array', () => articles],
  ['a generator', () => articles.values()],
  ['an async generator', () => inTurn(articles)],
  ['a web stream', () => webStreamOf(articles)],
])('gives the text of serialize from %s', async (_, records) => {
  const options = { include: ['author'], baseUrl: '/api', jsonapi: { version: '1.1' }, meta: { a: 1 } } as const;
  const text = serialize(blog, 'articles', articles, options);
  expect(await textOf(serializeStream(blog, 'articles', records(), options))).toBe(text);
  expect(await new Response(serializeStream(blog, 'articles', records(), options).toReadableStream()).text()).toBe(
    text,
  );
});

test.each([
  ['no records', [], {}],
  ['no records, but included', [], { include: ['author'] }],
  ['nothing asked to be included', articles.slice(0, 3), { include: [] }],
  ['nothing related', [{ id: 1, title: 'A', author: null }], { include: ['author', 'comments'] }],
  ['a path that leads back to the primary data, and nothing there', [], { include: ['author.articles'] }],
  [
    'all members of the top level',
    articles.slice(0, 2),
    { links: { self: '/x' }, meta: {}, extensions: [extension], additional: { 'v:a': 1 } },
  ],
  ['members that are undefined', [], { links: undefined, meta: undefined, jsonapi: undefined, include: undefined }],
] as const)('gives the text of serialize: %s', async (_, records, options) => {
  const text = serialize(blog, 'articles', records, options);
  expect(await textOf(serializeStream(blog, 'articles', records, options))).toBe(text);
});

test('text beyond ASCII and half characters come through as bytes', async () => {
  const records = Array.from({ length: 300 }, (_, id) => ({ id, title: '€😀\ud800"\n' }));
  const response = new Response(serializeStream(blog, 'articles', inTurn(records)).toReadableStream());
  expect(await response.text()).toBe(serialize(blog, 'articles', records));
});

test('records of several types', async () => {
  const records = [
    { type: 'people', id: 1, name: 'Dan', friend: { id: 2, name: 'Ann' } },
    { type: 'articles', id: 1, title: 'A' },
  ] as const;
  const options = { include: ['friend'] } as never;
  const text = await textOf(serializeStream(blog, ['articles', 'people'], records as never, options));
  expect(text).toBe(serialize(blog, ['articles', 'people'], records as never, options));
  expect(JSON.parse(text).included).toHaveLength(1);
});

test('a chunk has about 64 Ki characters and at most 256 resources, the first one 16', async () => {
  const chunks = await chunksOf(serializeStream(blog, 'articles', inTurn(articles)));
  const counts = chunks.map((chunk) => chunk.split('"type":"articles"').length - 1);
  expect(counts).toEqual([16, 256, 256, 256, 216, 0]);
  const long = Array.from({ length: 40 }, (_, id) => ({ id, title: 'x'.repeat(40_000) }));
  const sizes = (await chunksOf(serializeStream(blog, 'articles', long))).slice(1).map((chunk) => chunk.length);
  expect(Math.max(...sizes)).toBeLessThan(64 * 1024);
});

test('what a slow source has given does not wait for the rest of a chunk', async () => {
  async function* slow() {
    for (const record of articles.slice(0, 2)) {
      vi.advanceTimersByTime(60);
      yield record;
    }
  }
  const chunks = await chunksOf(serializeStream(blog, 'articles', slow()));
  expect(chunks).toHaveLength(3);
});

test('nothing is taken before it is asked for, and no more than a chunk', async () => {
  const { seen, records } = watched(articles);
  const iterator = serializeStream(blog, 'articles', records)[Symbol.asyncIterator]();
  await new Promise(setImmediate);
  expect(seen.taken).toBe(0);
  await iterator.next();
  await new Promise(setImmediate);
  expect(seen.taken).toBe(16);
  await iterator.next();
  await new Promise(setImmediate);
  expect(seen.taken).toBe(16 + 256);
});

test('an unread web stream reads no records', async () => {
  const { seen, records } = watched(articles);
  const reader = serializeStream(blog, 'articles', records).toReadableStream().getReader();
  await new Promise(setImmediate);
  expect(seen.taken).toBe(0);
  await reader.read();
  await new Promise(setImmediate);
  expect(seen.taken).toBe(16);
});

test.each([
  ['before the first chunk', 0],
  ['after the first chunk', 1],
  ['after the second chunk', 2],
])('a reader who stops ends the source: %s', async (_, count) => {
  const first = watched(articles);
  const iterator = serializeStream(blog, 'articles', first.records)[Symbol.asyncIterator]();
  for (let chunk = 0; chunk < count; chunk++) await iterator.next();
  await iterator.return?.();
  expect(first.seen.closed).toBe(1);
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
  await iterator.return?.();
  expect(first.seen.closed).toBe(1);

  const second = watched(articles);
  const reader = serializeStream(blog, 'articles', second.records).toReadableStream().getReader();
  for (let chunk = 0; chunk < count; chunk++) await reader.read();
  await reader.cancel();
  expect(second.seen.closed).toBe(1);
});

test('a reader who stops ends a generator', async () => {
  const cleanUp = vi.fn();
  function* records() {
    try {
      yield* articles;
    } finally {
      cleanUp();
    }
  }
  for await (const _ of serializeStream(blog, 'articles', records())) break;
  expect(cleanUp).toHaveBeenCalledOnce();
});

test('a reader who stops while the source hangs ends the source all the same', async () => {
  const close = vi.fn();
  let giveUp: (step: IteratorResult<Article>) => void = () => undefined;
  const records: AsyncIterable<Article> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise((resolve) => (giveUp = resolve)),
      async return() {
        close();
        return { done: true, value: undefined };
      },
    }),
  };
  const iterator = serializeStream(blog, 'articles', records)[Symbol.asyncIterator]();
  const pending = iterator.next();
  await new Promise(setImmediate);
  await iterator.return?.();
  expect(close).toHaveBeenCalledOnce();
  giveUp({ done: false, value: articles[0] as Article });
  expect(await pending).toEqual({ done: true, value: undefined });
});

test('a source that comes to its end or fails is not closed', async () => {
  const { seen, records } = watched(articles);
  await textOf(serializeStream(blog, 'articles', records));
  const failing = watched(
    (function* () {
      yield* articles.slice(0, 20);
      throw new Error('The connection is gone.');
    })(),
  );
  await breakOff(serializeStream(blog, 'articles', failing.records));
  expect([seen.closed, failing.seen.closed]).toEqual([0, 0]);
});

const again = (id: unknown) => [...articles, { ...late, id }];

test.each<readonly [string, readonly object[], object, string, closed: number]>([
  ['a record without an id', again(undefined), {}, 'Record of type "articles": `id` must be', 1],
  [
    'a record given twice (CMP-05)',
    again(5),
    {},
    '"articles" "5" must occur only once in the primary data. (rule unique-resources)',
    1,
  ],
  ['the last record given twice', again('1000'), {}, '"articles" "1000" must occur only once', 1],
  [
    'given twice, with ids that do not grow',
    [{ ...late, id: 'b' }, ...again('b')],
    {},
    '"articles" "b" must occur only once',
    1,
  ],
  [
    'given twice, with a path back',
    again(5),
    { include: ['author.articles'] },
    '"articles" "5" must occur only once',
    1,
  ],
  ['a relationship of the wrong kind', [...articles, { ...late, id: 0, author: [] }], {}, 'to-one', 1],
  [
    'a related resource',
    [...articles, { ...late, id: 0, author: { ...dan, id: 1, friend: [] } }],
    { include: ['author'] },
    'to-one',
    0,
  ],
])('breaks off: %s', async (_, records, options, message, closed) => {
  expect(() => serialize(blog, 'articles', records as never, options)).toThrow(message);
  const { seen, records: source } = watched(records);
  const { text, error } = await breakOff(serializeStream(blog, 'articles', source as never, options));
  expect(error).toBeInstanceOf(TypeError);
  expect((error as Error).message).toContain(message);
  expect(text.length).toBeGreaterThan(10_000);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(seen.closed).toBe(closed);
});

test('the error of the source breaks the web stream off', async () => {
  const failure = new Error('The connection is gone.');
  async function* records() {
    yield* articles;
    throw failure;
  }
  await expect(new Response(serializeStream(blog, 'articles', records()).toReadableStream()).text()).rejects.toBe(
    failure,
  );
});

test('a source that cannot be closed does not hide what went wrong first', async () => {
  const records: AsyncIterable<{ readonly id: number; readonly title: string }> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false, value: { id: Number.NaN, title: '' } }),
      return: () => Promise.reject(new Error('closed before')),
    }),
  };
  const { error } = await breakOff(serializeStream(blog, 'articles', records));
  expect((error as Error).message).toContain('`id` must be');
});

test.each([
  ['an unknown path', () => serializeStream(blog, 'articles', [], { include: ['writer'] as never })],
  ['an unknown type', () => serializeStream(blog, 'books' as never, [])],
  ['an unknown field', () => serializeStream(blog, 'articles', [], { fields: { articles: ['x'] as never } })],
  ['a link of no known name', () => serializeStream(blog, 'articles', [], { links: { up: '/' } as never })],
  ['meta that is not an object', () => serializeStream(blog, 'articles', [], { meta: 1 as never })],
  ['records that are one record', () => serializeStream(blog, 'articles', { id: 1, title: 'A' } as never)],
])('rejects %s before there is a stream', (_, call) => {
  expect(call).toThrow(TypeError);
});

test('links and meta may be asked for after the last record, and stand at the end', async () => {
  let total = 0;
  async function* records() {
    for (const record of articles) {
      total++;
      yield record;
    }
  }
  const text = await textOf(
    serializeStream(blog, 'articles', records(), {
      include: ['author'],
      links: () => ({ next: '/articles?page[after]=1000' }),
      meta: async () => ({ total }),
      extensions: [extension],
      additional: { 'v:a': 1 },
    }),
  );
  expect(text.slice(-80)).toContain('],"links":{"next":"/articles?page[after]=1000"},"meta":{"total":1000},"v:a":1}');
  expect(JSON.parse(text)).toMatchObject({ meta: { total: 1000 } });
});

test.each<readonly [string, () => unknown, string]>([
  ['nothing', () => undefined, '{"data":[]}'],
  ['an object', () => ({ a: 1 }), '{"data":[],"meta":{"a":1}}'],
])('a function for meta may give %s', async (_, meta, text) => {
  expect(await textOf(serializeStream(blog, 'articles', [], { meta: meta as never }))).toBe(text);
});

test.each<readonly [string, object]>([
  ['meta that is not an object', { meta: () => 1 }],
  ['a link of no known name', { links: () => ({ up: '/' }) }],
  ['meta that fails', { meta: () => Promise.reject(new TypeError('no count')) }],
])('breaks off at the end: %s', async (_, options) => {
  const { text, error } = await breakOff(serializeStream(blog, 'articles', articles, options));
  expect(error).toBeInstanceOf(TypeError);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
});

test('a stream is read once', async () => {
  const stream = serializeStream(blog, 'articles', articles);
  await textOf(stream);
  expect(() => stream.toReadableStream()).toThrow('read only once');
  expect(() => stream[Symbol.asyncIterator]()).toThrow('read only once');
});

test('a resource that is primary data later is not included (CMP-05)', async () => {
  const friend = { id: 2, name: 'Ann', friend: null };
  const records = [{ id: 1, name: 'Dan', friend }, friend];
  const options = { include: ['friend.friend'] } as const;
  const text = await textOf(serializeStream(blog, 'people', records, options));
  expect(text).toBe(serialize(blog, 'people', records, options));
  expect(JSON.parse(text).included).toEqual([]);
});

test('of a resource of the primary data only its own record counts, so that linkage is full (CMP-04)', async () => {
  const unlinked = { id: 3, name: 'Eve' };
  const records = [
    { id: 2, name: 'Ann' },
    { id: 1, name: 'Dan', friend: { id: 2, name: 'Ann', friend: unlinked } },
  ];
  const options = { include: ['friend.friend'] } as const;
  const document = JSON.parse(await textOf(serializeStream(blog, 'people', records, options)));
  expect(document.data[0].relationships).toBeUndefined();
  expect(document.included).toEqual([]);
});

test("related records that are loaded apart are asked for by the user's own records only", async () => {
  const people = [
    { id: 1, name: 'Dan' },
    { id: 2, name: 'Ann' },
  ];
  const friend = { id: 3, name: 'Eve' };
  const known = new Set<object>([...people, friend]);
  const related = (record: object, name: string) => {
    expect(known.has(record)).toBe(true);
    return name === 'friend' ? (record === friend ? null : friend) : undefined;
  };
  const options = { include: ['friend.friend'], related } as const;
  const text = await textOf(serializeStream(blog, 'people', people, options));
  expect(text).toBe(serialize(blog, 'people', people, options));
  expect(JSON.parse(text).included).toHaveLength(1);
});
