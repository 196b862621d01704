import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { type AnyDocument, send } from '../../../test/support.ts';
import { withRest } from '../../../test/with-rest.ts';
import type { ClientConnection, JsonApiRequest } from '../../http.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import type { ServerLimits } from '../limits.ts';

const get: JsonApiRequest = { method: 'GET', url: '/articles', headers: {} };

/** A server whose reads of collections wait until `open` is called: one call of `open` for each. */
function slowServer(limits: Partial<ServerLimits>, options: ServerOptions = {}) {
  const waiting: (() => void)[] = [];
  const started: string[] = [];
  const sources = blogSources() as AnyDocument;
  const list = async (...given: unknown[]) => {
    started.push('list');
    await new Promise<void>((resolve) => waiting.push(resolve));
    return sources.articles.list(...given);
  };
  const contexts: string[] = [];
  // All sources have one database, so there are no shares.
  const notes = { ...sources.notes, transactionGroup: sources.articles.transactionGroup };
  const server = createServer(blog, { ...sources, notes, articles: { ...sources.articles, list } }, {
    context: ({ url }) => void contexts.push(url),
    onError: () => undefined,
    ...options,
    limits,
  } as ServerOptions);
  const open = async () => {
    waiting.shift()?.();
    await sleep(1);
  };
  return { server, open, started, contexts };
}

/** The state of requests: a status, or `-` if they wait. */
function track(promises: readonly Promise<{ readonly status: number }>[]) {
  const states: (number | '-')[] = promises.map(() => '-');
  promises.forEach((promise, index) => void promise.then(({ status }) => (states[index] = status)));
  return states;
}

describe('limits.concurrency and limits.queue', () => {
  test('requests for one resource overtake collections, and take their places in a full queue', async () => {
    const { server, open, started } = slowServer({ concurrency: 1, queue: 2 });
    const states = track([1, 2, 3].map(() => server.handle(get)));
    await sleep(1);
    const one = send(server, 'GET /articles/1');
    await sleep(1);
    expect(states).toEqual(['-', '-', 503]);
    await open();
    expect([(await one).status, started.length, states]).toEqual([200, 2, [200, '-', 503]]);
    await open();
    expect(states).toEqual([200, 200, 503]);
  });

  test('requests above both receive 503 at once; no source and no context is called', async () => {
    const { server, open, started, contexts } = slowServer({ concurrency: 2, queue: 1 });
    const states = track([1, 2, 3].map(() => server.handle(get)));
    await sleep(1);
    const { status, headers, document } = await send(server, 'GET /articles');
    expect([status, document.errors[0].code, headers['Retry-After'], headers['Cache-Control']]).toEqual([
      ...[503, 'SERVICE_UNAVAILABLE', '1', 'no-store'],
    ]);
    expect([started.length, contexts.length, states]).toEqual([2, 2, ['-', '-', '-']]);
    await open();
    expect([started.length, states]).toEqual([3, [200, '-', '-']]);
    await open();
    await open();
    expect(states).toEqual([200, 200, 200]);
    expect((await send(server, 'GET /people')).status).toBe(200);
  });

  test('the queue is as long as the concurrency by default', async () => {
    const { server } = slowServer({ concurrency: 3 });
    const states = track(Array.from({ length: 8 }, () => server.handle(get)));
    await sleep(1);
    expect(states).toEqual(['-', '-', '-', '-', '-', '-', 503, 503]);
  });

  test('without a limit, all requests start', async () => {
    const { server, started } = slowServer({});
    for (let count = 0; count < 500; count++) void server.handle(get);
    await sleep(1);
    expect(started.length).toBe(500);
  });

  test.each([
    ['an error', 'GET /nothing', 404],
    ['a request that is not valid', 'GET /people?x=1', 400],
    ['OPTIONS', 'OPTIONS /people', 204],
    ['HEAD', 'HEAD /people', 200],
    ['a write', 'DELETE /articles/1', 204],
  ])('%s frees its place', async (_, line, status) => {
    const { server } = slowServer({ concurrency: 1, queue: 0 });
    for (let count = 0; count < 3; count++) {
      const again = line.startsWith('DELETE') && count > 0 ? 404 : status;
      expect((await send(server, line)).status).toBe(again);
    }
  });

  test('a request that runs into its time limit frees its place', async () => {
    const { server } = slowServer({ concurrency: 1, queue: 0, requestTime: 150 });
    expect((await send(server, 'GET /articles')).status).toBe(504);
    expect((await send(server, 'GET /people')).status).toBe(200);
  });

  test('a context that never comes frees its place after the time limit', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { server } = slowServer({ concurrency: 1, queue: 0, requestTime: 150 }, { context: never });
    expect((await send(server, 'GET /people')).status).toBe(504);
    expect((await send(server, 'OPTIONS /people')).status).toBe(204);
  });

  test('the time in the queue counts: 503 and not 504, because nothing was processed', async () => {
    const sources = blogSources() as AnyDocument;
    const stream = async function* () {
      yield* [{ id: 1, title: 'a' }];
    };
    const all = { ...sources, articles: { ...sources.articles, stream } };
    const failures: unknown[] = [];
    const server = createServer(blog, all, {
      stream: { articles: true },
      limits: { concurrency: 1, requestTime: 150 },
      onError: (error) => void failures.push(error),
    });
    const { stream: open } = await server.handle({ ...get, canStream: true });
    const { status, headers } = await send(server, 'GET /people');
    expect([status, headers['Retry-After'], failures]).toEqual([503, '1', []]);
    await open?.[Symbol.asyncIterator]().return?.();
    expect((await send(server, 'GET /people')).status).toBe(200);
  });

  test('work that goes on after its client left keeps its place, at most for the time limit', async () => {
    const { server, open, started } = slowServer({ concurrency: 1, queue: 0, requestTime: 400 });
    const client = new AbortController();
    const left = server.handle({ ...get, signal: client.signal });
    await sleep(1);
    client.abort();
    expect((await left).status).toBe(499);
    expect((await send(server, 'GET /people')).status).toBe(503);
    await open();
    expect((await send(server, 'GET /people')).status).toBe(200);
    const again = new AbortController();
    const leftAgain = server.handle({ ...get, signal: again.signal });
    await sleep(1);
    again.abort();
    expect([(await leftAgain).status, started.length]).toEqual([499, 2]);
    await sleep(420);
    expect((await send(server, 'GET /people')).status).toBe(200);
  });

  test.each([0, Number.POSITIVE_INFINITY])(
    'without a time limit (%d), work that goes on after its client left keeps its place until it ends',
    async (requestTime) => {
      const { server, open } = slowServer({ concurrency: 1, queue: 0, requestTime });
      const client = new AbortController();
      const left = server.handle({ ...get, signal: client.signal });
      await sleep(1);
      client.abort();
      expect((await left).status).toBe(499);
      await sleep(50);
      expect((await send(server, 'GET /people')).status).toBe(503);
      await open();
      expect((await send(server, 'GET /people')).status).toBe(200);
    },
  );

  test('a request that started late has the rest of its time', async () => {
    const { server, open } = slowServer({ concurrency: 1, requestTime: 1500 });
    const first = server.handle(get);
    const begun = performance.now();
    const second = server.handle(get);
    await sleep(1000);
    await open();
    expect([(await first).status, (await second).status]).toEqual([200, 504]);
    // With the whole time, it would end after 2.5 seconds.
    expect(performance.now() - begun).toBeLessThan(2450);
  });

  test.each(['signal', 'connection'])('a client that leaves the queue (%s) starts nothing', async (how) => {
    const ends: number[] = [];
    const onRequest = () => (end: { readonly status: number }) => void ends.push(end.status);
    const { server, open, started } = slowServer({ concurrency: 1, queue: 1 }, { onRequest });
    const states = track([server.handle(get)]);
    const client = new AbortController();
    const connection: ClientConnection = {
      isGone: () => client.signal.aborted,
      onGone: (listener) => client.signal.addEventListener('abort', listener),
    };
    const gone = how === 'signal' ? { signal: client.signal } : { connection };
    const left = server.handle({ ...get, ...gone });
    await sleep(1);
    expect((await server.handle(get)).status).toBe(503);
    client.abort();
    await sleep(1);
    // The place in the queue is free at once.
    const third = server.handle(get);
    await open();
    await open();
    expect([states, (await left).status, started.length]).toEqual([[200], 499, 2]);
    expect((await third).status).toBe(200);
    expect((await send(server, 'GET /people')).status).toBe(200);
    expect(ends).toContain(499);
  });

  test('hooks, traces, and headers of the application see a rejected request; onError does not', async () => {
    const seen: unknown[] = [];
    const { server } = slowServer({ concurrency: 1, queue: 0 }, {
      onRequest: ({ method, route }) => {
        seen.push([method, route]);
        return ({ status, sourceCalls }) => void seen.push([status, sourceCalls]);
      },
      tracing: { startRequest: () => ({ end: ({ status }) => void seen.push(`span ${status}`) }) },
      headers: ({ status }) => ({ 'X-Status': String(status) }),
      errors: { id: () => 'e1' },
      onError: () => void seen.push('onError'),
    } as ServerOptions);
    void server.handle(get);
    await sleep(1);
    seen.length = 0;
    const { headers, document } = await send(server, 'GET /people');
    expect([headers['X-Status'], document.errors[0].id]).toEqual(['503', 'e1']);
    expect(seen).toEqual([['GET', undefined], [503, 0], 'span 503']);
    expect((await server.handle({ ...get, method: 'HEAD' })).body).toBeUndefined();
  });

  test('a stream has its place until it ends or its reader stops', async () => {
    const sources = blogSources() as AnyDocument;
    const stream = async function* () {
      yield* [
        { id: 1, title: 'a' },
        { id: 2, title: 'b' },
      ];
    };
    const all = { ...sources, articles: { ...sources.articles, stream } };
    const limits = { concurrency: 1, queue: 0 };
    const server = createServer(blog, all, { stream: { articles: true }, limits });
    for (const isComplete of [true, false]) {
      const { stream: chunks } = await server.handle({ ...get, canStream: true });
      expect((await send(server, 'GET /people')).status).toBe(503);
      for await (const _ of chunks ?? []) if (!isComplete) break;
      expect((await send(server, 'GET /people')).status).toBe(200);
    }
  });

  test('2,000 requests with departures: never more than 5 at once, and all places are free afterwards', async () => {
    let running = 0;
    let most = 0;
    const sources = blogSources() as AnyDocument;
    const list = async (...given: unknown[]) => {
      most = Math.max(most, ++running);
      await sleep(Math.random() * 2);
      running--;
      return sources.articles.list(...given);
    };
    const notes = { ...sources.notes, transactionGroup: sources.articles.transactionGroup };
    const server = createServer(
      blog,
      { ...sources, notes, articles: { ...sources.articles, list } },
      {
        limits: { concurrency: 5, queue: 20 },
      },
    );
    const statuses = new Set<number>();
    await Promise.all(
      Array.from({ length: 2000 }, async (_, index) => {
        await sleep(Math.floor(index / 20));
        const client = new AbortController();
        if (index % 3 === 0) setTimeout(() => client.abort(), Math.random() * 4);
        statuses.add((await server.handle({ ...get, signal: client.signal })).status);
      }),
    );
    expect([...statuses].sort()).toEqual([200, 499, 503]);
    expect(most).toBe(5);
    const states = track(Array.from({ length: 26 }, () => server.handle(get)));
    await sleep(50);
    expect(states.filter((status) => status === 503).length).toBe(1);
  });
});

describe('limits.loopDelay', () => {
  test('a blocked event loop rejects requests until it is free', async () => {
    const { server } = slowServer({ loopDelay: 40 });
    await expect.poll(async () => (await send(server, 'GET /people')).status).toBe(200);
    const block = async () => {
      const end = performance.now() + 400;
      while (performance.now() < end);
      await sleep(1);
      return (await send(server, 'GET /people')).status;
    };
    // The only request of the only user, while another program uses the processor.
    for (let request = 0; request < 3; request++) expect(await block()).toBe(200);
    await Promise.all(Array.from({ length: 8 }, () => send(server, 'GET /people')));
    expect(await block()).toBe(503);
    await expect.poll(async () => (await send(server, 'GET /people')).status).toBe(200);
  });
});

test.each([{ concurrency: 0 }, { queue: -1 }, { loopDelay: 0.5 }, { concurrency: '5' }, { concurency: 5 }])(
  'rejects %j',
  (limits) => {
    expect(() => createServer(blog, withRest(blog, {}), { limits: limits as object })).toThrow(TypeError);
  },
);

test('the description has 503 among the statuses if the server can be overloaded, but not its capacity', async () => {
  const unlimited = { concurrency: Number.POSITIVE_INFINITY };
  for (const limits of [unlimited, {}, { concurrency: 5 }, { ...unlimited, loopDelay: 100 }]) {
    const { types, limits: described } = await createServer(blog, blogSources(), { limits }).describe();
    expect(types['articles']?.endpoints[0]?.statuses.includes(503)).toBe(limits !== unlimited);
    expect(Object.keys(described)).not.toContain('concurrency');
  }
});
