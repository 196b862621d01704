import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { jsonApiPlugin } from '@linkage/fastify';
import { jsonApiMiddleware } from '@linkage/koa';
import { eventStream } from '@linkage/kysely';
import type { JsonApiRequest } from '@linkage/server';
import Fastify from 'fastify';
import Koa from 'koa';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  database,
  eventKey,
  fetchHandler,
  host,
  purgedTags,
  server,
  stop,
  streamed,
  api as streamedApi,
  db as streamedDb,
} from './event-stream.ts';

const type = 'application/vnd.api+json';
let origin: string;
const fastify = Fastify();
const koaHost = createServer(new Koa().use(jsonApiMiddleware(streamed)).callback());
const originOf = (listening: Pick<typeof host, 'address'>) =>
  `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
beforeAll(async () => {
  for (const it of [host, koaHost]) await new Promise<void>((resolve) => it.listen(0, '127.0.0.1', resolve));
  await fastify.register(jsonApiPlugin, { server: streamed });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  origin = originOf(host);
});
afterAll(async () => {
  for (const it of [host, koaHost, fastify.server]) {
    it.closeAllConnections();
    it.close();
  }
});
let start: string | undefined;
beforeEach(async () => {
  database.exec('delete from comment; delete from article; delete from outbox');
  start = (await read('fetch', 'reader', '')).position;
});

const write = (method: string, url: string, data?: unknown) =>
  server.handle({
    ...{
      method,
      url,
      headers: { authorization: 'Bearer editor', 'content-type': data === undefined ? undefined : type },
    },
    body: data === undefined ? undefined : JSON.stringify({ data }),
  } as never);
const create = async (status: string): Promise<string> => {
  const attributes = { title: 'A', status, notes: 'secret' };
  const { body = '' } = await write('POST', '/articles', { type: 'articles', attributes });
  return JSON.parse(body).data.id;
};
const update = (id: string, attributes: object) =>
  write('PATCH', `/articles/${id}`, { type: 'articles', id, attributes });

const adapters = {
  fetch: async (headers: Record<string, string>, signal: AbortSignal) =>
    fetchHandler(new Request('http://localhost/events', { headers, signal })),
  node: (headers: Record<string, string>, signal: AbortSignal) => fetch(`${origin}/events`, { headers, signal }),
  fastify: (headers: Record<string, string>, signal: AbortSignal) =>
    fetch(`${originOf(fastify.server)}/events`, { headers, signal }),
  koa: (headers: Record<string, string>, signal: AbortSignal) =>
    fetch(`${originOf(koaHost)}/events`, { headers, signal }),
} as const;

/** A line that only moves the position: the server sends it after the events that there are. */
const pause = /(?:^|\n\n)id: [\w-]+\n\n$/;

/** Reads events until there are no more. */
async function read(adapter: keyof typeof adapters, user: string, after = start) {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${user}`, ...(after !== undefined && { 'last-event-id': after }) };
  const response = await adapters[adapter](headers, stop.signal);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  while (reader !== undefined && !pause.test(text)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel().catch(() => undefined);
  stop.abort();
  return { events: eventsIn(text), blocks: text.split(/(?<=\n\n)/), position: positionIn(text), text };
}

/** Returns the last position that a client has received. */
function positionIn(text: string): string | undefined {
  return [...text.matchAll(/^id: (.+)\n/gm)].at(-1)?.[1];
}

function eventsIn(text: string): readonly string[] {
  return text.split('\n\n').flatMap((it) => {
    const [, name, data] = /event: (.*)\ndata: (.*)/.exec(it) ?? [];
    return data === undefined ? [] : [[name, ...Object.values(JSON.parse(data)).flat()].join(' ')];
  });
}

test.each(Object.keys(adapters) as (keyof typeof adapters)[])(
  '%s: each reader receives what the access rules allow',
  async (adapter) => {
    const shown = await create('public');
    const hidden = await create('draft');
    await update(hidden, { title: 'B' });
    await update(shown, { notes: 'more secrets' });
    const editor = await read(adapter, 'editor');
    expect(editor.events).toEqual([
      `create articles ${shown} title status notes`,
      `create articles ${hidden} title status notes`,
      `update articles ${hidden} title`,
      `update articles ${shown} notes`,
    ]);
    const reader = await read(adapter, 'reader');
    expect(reader.events).toEqual([`create articles ${shown} title status`]);
    expect(reader.text).not.toMatch(/notes|secret/);
  },
);

test.each(['fetch', 'node'] as const)(
  '%s: a reader that connects again misses and repeats nothing',
  async (adapter) => {
    const id = await create('public');
    await create('draft');
    await update(id, { title: 'B' });
    await create('draft');
    await update(id, { title: 'C' });
    const all = await read(adapter, 'reader');
    expect(all.events).toHaveLength(3);
    // The connection can end after each line.
    for (const count of all.blocks.keys()) {
      const received = all.blocks.slice(0, count).join('');
      const next = await read(adapter, 'reader', positionIn(received));
      expect([...eventsIn(received), ...next.events], `after ${count} lines`).toEqual(all.events);
    }
    await create('draft');
    await update(id, { title: 'D' });
    expect((await read(adapter, 'reader', all.position)).events).toEqual([`update articles ${id} title`]);
  },
);

test('the stream is the same with and without events that the reader cannot see', async () => {
  const shape = async (): Promise<string> =>
    (await read('fetch', 'reader')).text.replace(/^id: .*$/gm, (line) => `id of ${line.length} characters`);
  await create('public');
  const before = await shape();
  for (const _ of [1, 2, 3]) await create('draft');
  expect(await shape()).toBe(before);
  // Two strings of one position differ, so a reader cannot compare them.
  const ids = await Promise.all([read('fetch', 'reader'), read('fetch', 'reader')]);
  expect(ids[0]?.position).not.toBe(ids[1]?.position);
});

test.each(['5', 'x', 'A'.repeat(59), ''])('a client with the position %j begins at the end', async (position) => {
  const id = await create('public');
  const { events, position: end } = await read('fetch', 'reader', position);
  expect(events).toEqual(['reload']);
  await update(id, { title: 'B' });
  expect((await read('fetch', 'reader', end)).events).toEqual([`update articles ${id} title`]);
});

test('the stream answers only GET and HEAD', async () => {
  for (const method of ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const found = [
      await fetchHandler(new Request('http://localhost/events', { method })),
      await fetch(`${origin}/events`, { method }),
    ];
    for (const { status, headers, body } of found) {
      const isHead = method === 'HEAD';
      expect([method, status, headers.get('allow')]).toEqual([method, isHead ? 200 : 405, isHead ? null : 'GET, HEAD']);
      await body?.cancel();
    }
  }
});

test.each(['draft', 'public'])(
  'a change of links to %j comments is told only to those who can read one',
  async (status) => {
    const id = await create('public');
    const article = { type: 'articles', id };
    const attributes = { text: 'A', status };
    const add = async (relationships = {}): Promise<string> => {
      const { body = '' } = await write('POST', '/comments', { type: 'comments', attributes, relationships });
      return JSON.parse(body).data.id;
    };
    const position = (await read('fetch', 'reader')).position;
    const first = await add({ article: { data: article } });
    const second = await add();
    await write('POST', `/articles/${id}/relationships/comments`, [{ type: 'comments', id: second }]);
    await write('PATCH', `/articles/${id}/relationships/comments`, [{ type: 'comments', id: second }]);
    await write('PATCH', `/comments/${second}/relationships/article`, null);
    const linked = (comment: string) => [
      `updateRelationship articles ${id} comments`,
      `updateRelationship comments ${comment} article`,
    ];
    const other = (comment: string) => [...linked(comment)].reverse();
    const all = [
      ...[`create comments ${first} text status article`, `updateRelationship articles ${id} comments`],
      ...[`create comments ${second} text status`, ...linked(second), ...linked(first), ...other(second)],
    ];
    expect((await read('fetch', 'editor', position)).events).toEqual(all);
    expect((await read('fetch', 'reader', position)).events).toEqual(status === 'public' ? all : []);
    await write('DELETE', `/comments/${first}`);
  },
);

test('a deletion is told only to a connection that has shown the resource', async () => {
  const open = async (user: string) => {
    const response = await fetchHandler(
      new Request('http://localhost/events', {
        headers: { authorization: `Bearer ${user}`, 'last-event-id': String(start) },
      }),
    );
    const reader = response.body?.getReader();
    let text = '';
    const until = async (pattern: RegExp): Promise<string> => {
      while (!pattern.test(text)) text += new TextDecoder().decode((await reader?.read())?.value);
      return text;
    };
    return { until, end: () => reader?.cancel() };
  };
  const shown = await create('public');
  const hidden = await create('draft');
  const reader = await open('reader');
  await reader.until(pause);
  await write('DELETE', `/articles/${hidden}`);
  await write('DELETE', `/articles/${shown}`);
  const text = await reader.until(/event: delete/);
  await reader.end();
  expect(text).toContain(`"id":"${shown}"`);
  expect(text).not.toContain(`"id":"${hidden}"`);
});

test('a page of events is one read for 50 resources of each type', async () => {
  const ids = [];
  for (let count = 0; count < 60; count++) ids.push(await create('public'));
  const [first = ''] = ids;
  const link = { article: { data: { type: 'articles', id: first } } };
  for (let count = 0; count < 5; count++) {
    const attributes = { text: 'A', status: 'public' };
    await write('POST', '/comments', { type: 'comments', attributes, relationships: link });
  }
  const urls: string[] = [];
  const counting = eventStream(
    {
      ...server,
      handle(request: JsonApiRequest) {
        urls.push(request.url);
        return server.handle(request);
      },
    },
    streamedApi,
    streamedDb,
    { key: eventKey },
  );
  const headers = { authorization: 'Bearer reader', 'last-event-id': String(start) };
  const { body = '' } = await counting.handle({ method: 'GET', url: '/events', headers });
  expect(eventsIn(body)).toHaveLength(70);
  expect(urls.map((url) => url.split('?')[0])).toEqual(['/events', '/articles', '/articles', '/comments']);
});

test('a framework that cannot stream receives the events that there are', async () => {
  const id = await create('public');
  const headers = { authorization: 'Bearer reader', 'Last-Event-ID': String(start) };
  const { status, body = '' } = await streamed.handle({ method: 'GET', url: '/events?x', headers });
  expect([status, eventsIn(body)]).toEqual([200, [`create articles ${id} title status`]]);
});

test('a user whom the server does not accept has no stream, and there is a limit', async () => {
  const rejecting = {
    ...server,
    handle: async () => ({ status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: '{}' }),
  };
  const options = { key: eventKey, limit: 0 };
  const ask = (of: typeof streamed) => of.handle({ method: 'GET', url: '/events', headers: {} });
  const rejected = await ask(eventStream(rejecting, streamedApi, streamedDb, { key: eventKey }));
  expect([rejected.status, rejected.headers]).toEqual([401, { 'WWW-Authenticate': 'Bearer' }]);
  expect((await ask(eventStream(server, streamedApi, streamedDb, options))).status).toBe(503);
  expect(() => eventStream(server, streamedApi, streamedDb, { key: 'short' })).toThrow('at least 32 characters');
});

test('a write purges its tags after the commit, and responses have them', async () => {
  const id = await create('public');
  await update(id, { title: 'C' });
  expect(purgedTags.slice(-2)).toEqual(['articles', `articles-${id}`]);
  const { headers } = await server.handle({ method: 'GET', url: '/articles', headers: {} });
  expect(headers['Cache-Tag']).toBe(`articles-${id}`);
});

test('a client that has missed deleted events is told to read the resources again', async () => {
  await create('public');
  const { position } = await read('fetch', 'reader');
  await create('public');
  await read('fetch', 'editor');
  // `readOutbox` deletes old events like this.
  database.exec(
    "update outbox_reader set lease = (select max(position) from outbox) where name = ''; delete from outbox",
  );
  const id = await create('public');
  const { events, position: end } = await read('fetch', 'reader', position);
  expect(events).toEqual(['reload']);
  await update(id, { title: 'B' });
  expect((await read('fetch', 'reader', end)).events).toEqual([`update articles ${id} title`]);
  database.exec("update outbox_reader set lease = 0 where name = ''");
});

test('a shutdown ends the streams, also of a client that does not read', async () => {
  const headers = { authorization: 'Bearer editor', 'last-event-id': String(start) };
  const node = await fetch(`${origin}/events`, { headers });
  const other = await fetchHandler(new Request('http://localhost/events', { headers }));
  const slow = connect(Number(new URL(origin).port), '127.0.0.1');
  slow.on('error', () => undefined).pause();
  slow.write(
    `GET /events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer editor\r\nLast-Event-ID: ${start}\r\n\r\n`,
  );
  for (let count = 0; count < 3; count++) await create('public');
  const started = performance.now();
  // No connection was destroyed because it took longer.
  expect(await stop()).toBe(0);
  expect(performance.now() - started).toBeLessThan(5000);
  await node.text().catch(() => undefined);
  await other.text();
  slow.destroy();
});
