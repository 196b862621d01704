import type { JsonApiError } from '@linkage/core';
import { describe, expect, test, vi } from 'vitest';
import { blog, blogSources } from '../../test/blog.ts';
import { type AnyDocument, send } from '../../test/support.ts';
import { ReadRequest } from '../http.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { createServer } from './create-server.ts';
import { Deadline } from './deadline.ts';
import type { ServerOptions } from './server-options.ts';

const anyRequest = new ReadRequest({ method: 'GET', url: '/', headers: {} });
const never = (): Promise<never> => new Promise(() => undefined);
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const title = (value: string) => ({ data: { type: 'articles', id: '1', attributes: { title: value } } });

function serverOver(articles: AnyDocument, options: ServerOptions = {}) {
  const heard: (readonly [unknown, string])[] = [];
  const sources = blogSources() as AnyDocument;
  const onError = (error: unknown, id: string): void => void heard.push([error, id]);
  const limits = { sourceTime: 20, ...options.limits };
  const all = { ...sources, articles: { ...sources.articles, ...articles } };
  return { server: createServer(blog, all, { onError, ...options, limits }), heard, sources };
}

describe('time', () => {
  test.each<[string, AnyDocument, ServerOptions, string]>([
    ['a source that never answers', { list: never }, {}, 'articles.list took longer than 20 ms.'],
    [
      'a thenable that never answers',
      // biome-ignore lint/suspicious/noThenProperty: this is what the case is about
      { list: () => ({ then: (resolve: (value: unknown) => void) => resolve(never()) }) },
      {},
      'articles.list took longer than 20 ms.',
    ],
    [
      'a context that never comes',
      {},
      { context: never, limits: { requestTime: 20 } },
      'The request took longer than 20 ms.',
    ],
    [
      'a source that may take as long as it likes',
      { list: never },
      { limits: { requestTime: 30, sourceTime: 0 } },
      'The request took longer than 30 ms.',
    ],
  ])('%s: 504 TIMED_OUT, and the log says why', async (_, articles, options, why) => {
    const { server, heard } = serverOver(articles, options);
    const { status, document, headers } = await send(server, 'GET /articles');
    expect([status, document.errors[0].code, headers['Cache-Control']]).toEqual([504, 'TIMED_OUT', 'no-store']);
    expect(JSON.stringify(document)).not.toContain(' ms');
    expect(heard).toEqual([[expect.objectContaining({ message: why }), document.errors[0].id]]);
  });

  test('a transaction that never begins or never commits is a 504', async () => {
    for (const transaction of [never, (run: AnyDocument, call: unknown) => run(call).then(never)]) {
      const { server } = serverOver({ transaction }, { limits: { requestTime: 30 } });
      expect((await send(server, 'DELETE /articles/1')).status).toBe(504);
    }
  });

  test('0 and Infinity disable the limit; a long time is not a short one', async () => {
    const list = () => sleep(30).then(() => ({ records: [] }));
    for (const time of [0, Number.POSITIVE_INFINITY, 2 ** 31]) {
      const { server } = serverOver({ list }, { limits: { requestTime: time, sourceTime: time } });
      expect((await send(server, 'GET /articles')).status).toBe(200);
    }
  });

  test('the time limit of a call applies to each call, the limit of a request to all its calls', async () => {
    const slow =
      (sources: AnyDocument, name: string) =>
      async (...given: unknown[]) => {
        await sleep(15);
        return sources.articles[name](...given);
      };
    const sources = blogSources();
    const all = { list: slow(sources, 'list'), find: slow(sources, 'find') };
    const path = 'GET /articles?include=history&page[size]=1';
    expect((await send(serverOver(all, { limits: { sourceTime: 5000 } }).server, path)).status).toBe(200);
    const short = serverOver(all, { limits: { sourceTime: 5000, requestTime: 20 } });
    expect((await send(short.server, path)).status).toBe(504);
  });

  test('a late result is ignored, and a late rejection too', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const late = (): Promise<never> => new Promise((_, reject) => setTimeout(reject, 40, new Error('late')));
    const { server, heard } = serverOver({ list: late });
    expect((await send(server, 'GET /articles')).status).toBe(504);
    await sleep(60);
    process.off('unhandledRejection', unhandled);
    expect([unhandled.mock.calls.length, heard.length]).toEqual([0, 1]);
  });

  test('calls share a timer, and each has its own time', async () => {
    vi.useFakeTimers();
    try {
      const deadline = new Deadline(anyRequest, 0);
      const first = deadline.wait(new Promise((resolve) => setTimeout(resolve, 40)), 50, 'first');
      await vi.advanceTimersByTimeAsync(40);
      await first;
      let reason: JsonApiError | undefined;
      const note = (thrown: JsonApiError): void => {
        reason = thrown;
      };
      deadline.wait(never(), 0, 'without a limit').catch(note);
      deadline.wait(never(), 50, 'second').catch(note);
      await vi.advanceTimersByTimeAsync(49);
      expect(reason).toBeUndefined();
      deadline.wait(never(), 10, 'third').catch(note);
      await vi.advanceTimersByTimeAsync(2);
      expect(reason).toMatchObject({ status: 504, cause: { message: 'second took longer than 50 ms.' } });
      deadline.release();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a call with a shorter time ends before those that began earlier', async () => {
    vi.useFakeTimers();
    try {
      const deadline = new Deadline(anyRequest, 0);
      deadline.wait(never(), 50, 'first').catch(() => undefined);
      const short = deadline.wait(never(), 10, 'second').catch((thrown: unknown) => thrown);
      await vi.advanceTimersByTimeAsync(11);
      expect(await short).toMatchObject({ cause: { message: 'second took longer than 10 ms.' } });
      deadline.release();
    } finally {
      vi.useRealTimers();
    }
  });

  test('no timer outlives its request', async () => {
    vi.useFakeTimers();
    try {
      const { server } = serverOver({});
      await send(server, 'GET /articles?include=comments,author');
      await send(server, 'GET /nope');
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the signal of a call', () => {
  test('aborts at the time limit', async () => {
    let signal: AbortSignal | undefined;
    const list = (_: unknown, call: SourceCall) => {
      signal = call.signal;
      return never();
    };
    await send(serverOver({ list }).server, 'GET /articles');
    expect([signal?.aborted, (signal as AnyDocument).reason.status]).toEqual([true, 504]);
  });

  test('aborts if the client disconnects, without further calls or log entries', async () => {
    const client = new AbortController();
    const calls: string[] = [];
    const list = (_: unknown, { signal }: SourceCall) =>
      new Promise((_, reject) => {
        calls.push('list');
        signal.addEventListener('abort', () => reject(new Error('cancelled')));
        client.abort();
      });
    const { server, heard } = serverOver({ list, find: () => void calls.push('find') });
    const request = { method: 'GET', url: '/articles', headers: {}, signal: client.signal };
    const { status, body } = await server.handle(request);
    expect([status, JSON.parse(body ?? '').errors[0].code]).toEqual([499, 'CLIENT_GONE']);
    expect((await server.handle({ ...request, url: '/articles/1' })).status).toBe(499);
    expect([calls, heard]).toEqual([['list'], []]);
  });

  test.each(['signal', 'connection'])(
    'a client that disconnects (%s) while a call starts: the request does not wait for the call',
    async (how) => {
      const client = new AbortController();
      const connection = { isGone: () => client.signal.aborted, onGone: () => undefined };
      const list = () => {
        client.abort();
        return never();
      };
      const { server } = serverOver({ list }, { limits: { sourceTime: 0, requestTime: 0 } });
      const gone = how === 'signal' ? { signal: client.signal } : { connection };
      expect((await server.handle({ method: 'GET', url: '/articles', headers: {}, ...gone })).status).toBe(499);
    },
  );

  test('is aborted if a source reads it for the first time after the time limit', async () => {
    let reason: AnyDocument;
    const list = async (_: unknown, call: SourceCall) => {
      await sleep(40);
      reason = call.signal.reason;
      return { records: [] };
    };
    expect((await send(serverOver({ list }).server, 'GET /articles')).status).toBe(504);
    await expect.poll(() => reason?.status).toBe(504);
  });

  test('aborts the running calls if another call fails', async () => {
    let signal: AbortSignal | undefined;
    const list = () => ({ records: [{ id: 1, title: 'x', views: 1, author: 7, comments: [4] }] });
    const { server, sources } = serverOver({ list }, { limits: { sourceTime: 0 } });
    const find = (_: unknown, __: unknown, call: SourceCall) => {
      signal = call.signal;
      return never();
    };
    const failing = { find: () => Promise.reject(new Error('no')) };
    const own = createServer(
      blog,
      { ...sources, articles: { list }, comments: failing, people: { find } } as AnyDocument,
      {
        onError: () => undefined,
      },
    );
    expect((await send(own, 'GET /articles?include=comments,author')).status).toBe(500);
    expect(signal?.aborted).toBe(true);
    expect((await send(server, 'GET /articles')).status).toBe(200);
  });

  test('does not abort if all calls succeed', async () => {
    const client = new AbortController();
    let signal: AbortSignal | undefined;
    const list = async (_: unknown, call: SourceCall) => {
      signal = call.signal;
      return { records: [] };
    };
    const { server } = serverOver({ list });
    await server.handle({ method: 'GET', url: '/articles', headers: {}, signal: client.signal });
    client.abort();
    expect(signal?.aborted).toBe(false);
  });
});

describe('a write that ends at a time limit is rolled back (CRE-04)', () => {
  test('when a call within it takes too long', async () => {
    let hang = false;
    const own = blogSources() as AnyDocument;
    const find = (...given: unknown[]) => (hang ? never() : own.articles.find(...given));
    const update = (...given: unknown[]) => {
      hang = true;
      return own.articles.update(...given);
    };
    const server = createServer(
      blog,
      { ...own, articles: { ...own.articles, find, update } },
      {
        limits: { sourceTime: 20 },
        onError: () => undefined,
      },
    );
    expect((await send(server, 'PATCH /articles/1', title('New'))).status).toBe(504);
    hang = false;
    expect((await send(server, 'GET /articles/1')).document.data.attributes.title).toBe('Bikes');
  });

  test('when its time ends between two calls', async () => {
    const own = blogSources() as AnyDocument;
    const client = new AbortController();
    const update = async (...given: unknown[]) => {
      const updated = await own.articles.update(...given);
      client.abort();
      return updated;
    };
    const server = createServer(blog, { ...own, articles: { ...own.articles, update } });
    const body = JSON.stringify(title('New'));
    const headers = { 'content-type': 'application/vnd.api+json' };
    const request = { method: 'PATCH', url: '/articles/1', headers, body, signal: client.signal };
    expect((await server.handle(request)).status).toBe(499);
    await sleep(5);
    expect((await send(server, 'GET /articles/1')).document.data.attributes.title).toBe('Bikes');
  });
});
