import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { database, fetchHandler, host, purgedTags, server } from './event-stream.ts';

const type = 'application/vnd.api+json';
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});
beforeEach(() => database.exec('delete from article; delete from outbox'));

const write = (method: string, url: string, data?: object) =>
  server.handle({
    ...{ method, url, headers: { authorization: 'Bearer editor', 'content-type': data && type } },
    body: data && JSON.stringify({ data }),
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
} as const;

/** Reads events until there are no more. */
async function read(adapter: keyof typeof adapters, user: string, after?: number) {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${user}`, ...(after !== undefined && { 'last-event-id': String(after) }) };
  const response = await adapters[adapter](headers, stop.signal);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  while (reader !== undefined && !text.includes(': alive')) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  const position = Number([...text.matchAll(/^id: (\d+)\n/gm)].at(-1)?.[1] ?? 0);
  await reader?.cancel().catch(() => undefined);
  stop.abort();
  const events = text.split('\n\n').flatMap((it) => {
    const [, name, data] = /event: (.*)\ndata: (.*)/.exec(it) ?? [];
    return data === undefined ? [] : [[name, ...Object.values(JSON.parse(data)).flat()].join(' ')];
  });
  return { events, position, text };
}

test.each(['fetch', 'node'] as const)('%s: each reader receives what the access rules allow', async (adapter) => {
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
  // The position of what the reader cannot see is not sent again.
  expect(reader.position).toBe(editor.position);
});

test.each(['fetch', 'node'] as const)('%s: `Last-Event-ID` goes on after this event', async (adapter) => {
  const id = await create('public');
  const { position } = await read(adapter, 'reader');
  await update(id, { title: 'B' });
  expect((await read(adapter, 'reader', position)).events).toEqual([`update articles ${id} title`]);
});

test('a deletion is told only to a connection that has shown the resource', async () => {
  const stop = new AbortController();
  const open = async (user: string) => {
    const response = await fetchHandler(
      new Request('http://localhost/events', { headers: { authorization: `Bearer ${user}` }, signal: stop.signal }),
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
  await reader.until(/: alive/);
  await write('DELETE', `/articles/${hidden}`);
  await write('DELETE', `/articles/${shown}`);
  const text = await reader.until(/event: delete/);
  await reader.end();
  expect(text).toContain(`"id":"${shown}"`);
  expect(text).not.toContain(`"id":"${hidden}"`);
});

test('a write purges its tags after the commit, and responses have them', async () => {
  const id = await create('public');
  await update(id, { title: 'C' });
  expect(purgedTags.slice(-2)).toEqual(['articles', `articles-${id}`]);
  const { headers } = await server.handle({ method: 'GET', url: '/articles', headers: {} });
  expect(headers['Cache-Tag']).toBe(`articles-${id}`);
});
