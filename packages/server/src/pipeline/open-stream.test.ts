import { setTimeout as sleep } from 'node:timers/promises';
import { errorObject, JsonApiError } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import type { JsonApiResponse } from '../http.ts';
import type { DataSource, SourceCall } from '../sources/port/data-source.ts';
import { createServer } from './create-server.ts';
import type { RequestEnd } from './observe/observers.ts';
import type { ServerOptions } from './server-options.ts';

/** The calls of the source of articles. */
interface Seen {
  yielded: number;
  isClosed: boolean;
  signal: AbortSignal | undefined;
}

interface Asked {
  readonly count?: number;
  /** Runs before each record. */
  readonly before?: (id: number) => unknown;
  readonly options?: ServerOptions;
}

/** A server whose source yields records one at a time, and notes what it is asked. */
function streaming({ count = 5000, before, options = {} }: Asked) {
  const seen: Seen = { yielded: 0, isClosed: false, signal: undefined };
  const errors: (readonly [unknown, string])[] = [];
  const ends: RequestEnd[] = [];
  const spans: string[] = [];
  async function* stream(_: unknown, { signal }: SourceCall) {
    seen.signal = signal;
    try {
      for (let id = 1; id <= count; id++) {
        await before?.(id);
        seen.yielded = id;
        yield { id, title: `Article ${id}`, views: id, author: 7 };
      }
    } finally {
      seen.isClosed = true;
    }
  }
  const articles: DataSource<Blog, 'articles'> = { ...blogSources().articles, stream };
  const observed: ServerOptions = {
    onError: (error, id) => void errors.push([error, id]),
    onRequest: () => (end) => void ends.push(end),
    tracing: {
      startRequest: () => ({
        startCall: (type, method) => ({ end: ({ failed }) => void spans.push(`${type}.${method} ${failed}`) }),
        end: () => undefined,
      }),
    },
  };
  const all = { stream: { articles: true }, ...observed, ...options };
  const server = createServer(blog, { ...blogSources(), articles }, all as never);
  const get = (given: object = {}): Promise<JsonApiResponse> =>
    server.handle({ method: 'GET', url: '/articles', headers: {}, canStream: true, ...given });
  return { seen, errors, ends, spans, get };
}

const chunksOf = ({ stream }: JsonApiResponse) => (stream as AsyncIterable<string>)[Symbol.asyncIterator]();

/** Reads to the end, and returns the text so far and the error. */
async function readAll(response: JsonApiResponse): Promise<{ readonly text: string; readonly error: unknown }> {
  let text = '';
  try {
    for await (const chunk of response.stream ?? []) text += chunk;
  } catch (error) {
    return { text, error };
  }
  return { text, error: undefined };
}

test('the request ends with its last chunk, and the hook is told', async () => {
  const { seen, errors, ends, spans, get } = streaming({});
  const response = await get();
  expect([ends.length, seen.isClosed]).toEqual([0, false]);
  const { text } = await readAll(response);
  expect(JSON.parse(text).data).toHaveLength(5000);
  expect(ends).toEqual([expect.objectContaining({ status: 200, operation: 'fetch-collection', sourceCalls: 1 })]);
  expect([seen.isClosed, errors, spans]).toEqual([true, [], ['articles.stream false']]);
});

test('records are read when the reader asks for them', async () => {
  const { seen, get } = streaming({});
  const chunks = chunksOf(await get());
  await sleep(20);
  expect(seen.yielded).toBeLessThan(500);
  await chunks.next();
  await chunks.next();
  const before = seen.yielded;
  await sleep(20);
  expect([before < 1500, seen.yielded]).toEqual([true, before]);
  await chunks.return?.();
});

describe('a client that leaves', () => {
  test.each([
    ['before the first chunk is read', 0],
    ['after the first chunk', 1],
    ['in the middle', 4],
  ])('%s: the source is closed, and the request ends with 499', async (_, count) => {
    for (const leave of ['signal', 'return'] as const) {
      const { seen, errors, ends, get } = streaming({});
      const client = new AbortController();
      const response = await get({ signal: client.signal });
      const chunks = chunksOf(response);
      for (let read = 0; read < count; read++) await chunks.next();
      if (leave === 'signal') client.abort();
      else await chunks.return?.();
      await expect.poll(() => seen.isClosed).toBe(true);
      expect([seen.yielded < 5000, ends.map(({ status }) => status), errors]).toEqual([true, [499], []]);
      expect(seen.signal?.aborted).toBe(true);
      if (leave === 'signal') await expect(chunks.next()).rejects.toThrow();
      else expect(await chunks.next()).toEqual({ done: true, value: undefined });
    }
  });

  test('while the source is awaited: its signal aborts', async () => {
    const hang = new Promise(() => undefined);
    const { seen, ends, get } = streaming({ before: (id) => (id === 3000 ? hang : undefined) });
    const chunks = chunksOf(await get());
    const reading = (async () => {
      while ((await chunks.next()).done !== true);
    })();
    reading.catch(() => undefined);
    await expect.poll(() => seen.yielded).toBe(2999);
    await sleep(60);
    await chunks.return?.();
    expect([seen.signal?.aborted, ends.map(({ status }) => status)]).toEqual([true, [499]]);
  });
});

describe('an error', () => {
  test('before the first chunk becomes an error document', async () => {
    const fail = () => {
      throw new JsonApiError(errorObject('FORBIDDEN', 'Not today.'));
    };
    const { ends, get } = streaming({ before: fail });
    const { status, body, stream } = await get();
    expect([status, stream, JSON.parse(body ?? '').errors[0].detail]).toEqual([403, undefined, 'Not today.']);
    expect(ends.map(({ status: end }) => end)).toEqual([403]);
  });

  test('in the middle breaks the text, which is never a document', async () => {
    const failure = new Error('disk');
    const fail = (id: number) => {
      if (id === 3000) throw failure;
    };
    const { seen, errors, ends, spans, get } = streaming({ before: fail });
    const { text, error } = await readAll(await get());
    expect(error).toBe(failure);
    expect(() => JSON.parse(text)).toThrow();
    expect(errors).toEqual([[failure, expect.any(String)]]);
    expect([seen.isClosed, ends.map(({ status }) => status), spans]).toEqual([true, [500], ['articles.stream true']]);
  });

  test('a host without streams gets an error document, also from the middle', async () => {
    const fail = (id: number) => {
      if (id === 3000) throw new Error('disk');
    };
    const { seen, ends, get } = streaming({ before: fail });
    expect((await get({ canStream: undefined })).status).toBe(500);
    expect([seen.isClosed, ends.length]).toEqual([true, 1]);
  });
});

describe('time', () => {
  test('a source that takes too long for its next records ends the stream', async () => {
    const hang = (id: number) => (id === 3000 ? new Promise(() => undefined) : undefined);
    const { errors, ends, seen, get } = streaming({ before: hang, options: { limits: { sourceTime: 100 } } });
    const { text, error } = await readAll(await get());
    expect(error).toMatchObject({ status: 504 });
    expect(() => JSON.parse(text)).toThrow();
    expect(errors).toEqual([
      [expect.objectContaining({ message: 'articles.stream took longer than 100 ms.' }), expect.any(String)],
    ]);
    expect([ends.map(({ status }) => status), seen.signal?.aborted]).toEqual([[504], true]);
  });

  test.each([20, 0])(
    'a reader who takes too long ends the stream, also without reading: requestTime %d',
    async (requestTime) => {
      const { errors, ends, seen, get } = streaming({ options: { limits: { requestTime, streamTime: 60 } } });
      const { stream } = await get();
      await sleep(40);
      expect(stream?.signal.aborted).toBe(false);
      await expect.poll(() => stream?.signal.aborted).toBe(true);
      await expect.poll(() => [seen.isClosed, ends.map(({ status }) => status)]).toEqual([true, [504]]);
      expect(errors).toHaveLength(1);
    },
  );

  test('the first chunk must be there within the time of the request', async () => {
    const hang = () => new Promise(() => undefined);
    const { ends, get } = streaming({ before: hang, options: { limits: { requestTime: 30 } } });
    expect([(await get()).status, ends.map(({ status }) => status)]).toEqual([504, [504]]);
  });
});

test('HEAD reads the first records only', async () => {
  const { seen, ends, get } = streaming({});
  const { status, headers, body, stream } = await get({ method: 'HEAD' });
  expect([status, headers['Content-Type'], body, stream]).toEqual([
    200,
    'application/vnd.api+json',
    undefined,
    undefined,
  ]);
  expect([seen.yielded < 500, seen.isClosed, ends.length]).toEqual([true, true, 1]);
});

test('304 calls no source', async () => {
  const { seen, ends, get } = streaming({});
  expect((await get({ headers: { 'if-none-match': '*' } })).status).toBe(304);
  expect([seen.yielded, ends.map(({ sourceCalls }) => sourceCalls)]).toEqual([0, [0]]);
});

test('records that come after the client has left are closed', async () => {
  const seen = { isAsked: false, isClosed: false };
  let arrive: (value: unknown) => void = () => undefined;
  const late = new Promise<unknown>((resolve) => {
    arrive = resolve;
  });
  const stream = () => {
    seen.isAsked = true;
    return late as never;
  };
  const articles = { ...blogSources().articles, stream };
  const server = createServer(blog, { ...blogSources(), articles }, { stream: { articles: true } });
  const client = new AbortController();
  const responding = server.handle({ method: 'GET', url: '/articles', headers: {}, signal: client.signal });
  await expect.poll(() => seen.isAsked).toBe(true);
  client.abort();
  expect((await responding).status).toBe(499);
  arrive({
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: true, value: undefined }),
      return: async () => {
        seen.isClosed = true;
        return { done: true, value: undefined };
      },
    }),
  });
  await expect.poll(() => seen.isClosed).toBe(true);
});
