import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { formatReport, runConformance, type Samples } from '@linkage/conformance';
import { validateDocument } from '@linkage/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app } from './twelve-routes.ts';

const listener = app.listen(0, '127.0.0.1');
let origin: string;
const media = 'application/vnd.api+json';

/** Sends a request such as `GET /articles/1`. */
async function send(line: string, document?: object, headers: Record<string, string> = {}) {
  const [method = '', url = ''] = line.split(' ');
  const body = document === undefined ? {} : { body: JSON.stringify(document) };
  const type = document === undefined ? {} : { 'content-type': media };
  const response = await fetch(origin + url, { method, headers: { ...type, ...headers }, ...body });
  const text = await response.text();
  return { status: response.status, headers: response.headers, document: text === '' ? undefined : JSON.parse(text) };
}
const create = (type: string, attributes: object, relationships: object = {}) =>
  send(`POST /${type}`, { data: { type, attributes, relationships } });

beforeAll(async () => {
  if (!listener.listening) await once(listener, 'listening');
  origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const author = (await create('people', { name: 'Ada' })).document.data;
  const tags = [
    (await create('tags', { name: 'news' })).document.data,
    (await create('tags', { name: 'old' })).document.data,
  ];
  const identifier = ({ type, id }: { type: string; id: string }) => ({ type, id });
  const links = { author: { data: identifier(author) }, tags: { data: tags.map(identifier) } };
  await create('articles', { title: 'Hello' }, links);
  await create('articles', { title: 'Second', words: 3 }, { tags: links.tags });
});
afterAll(() => {
  listener.closeAllConnections();
  listener.close();
});

const named = {
  create: { attributes: { name: 'New {unique}' } },
  update: { attributes: { name: 'Changed' } },
  sort: ['name'],
};
const samples: Samples = {
  types: {
    articles: {
      create: {
        attributes: { title: 'New {unique}', words: 7 },
        relationships: { author: { data: { type: 'people', id: '1' } } },
      },
      update: { attributes: { title: 'Changed' } },
      invalid: { title: 7 },
      include: ['author', 'tags'],
      sort: ['title', 'words', 'author.name'],
      filter: { 'filter[title]': 'Hello' },
      relationships: { author: { to: 'one', types: ['people'] }, tags: { to: 'many', types: ['tags'] } },
    },
    people: { ...named, invalid: { name: '' } },
    tags: { ...named, invalid: { name: '' } },
  },
  pageSize: 'page[size]',
  extensions: ['https://jsonapi.org/ext/atomic'],
  atomic: '/operations',
};

test('the conformance tests find no failure, at any level', async () => {
  const report = await runConformance(origin, samples);
  const failed = report.results.filter(({ verdict }) => verdict === 'failed');
  expect(failed.length === 0 ? '' : formatReport(report, 'text')).toBe('');
  const passed = report.results.filter(({ verdict }) => verdict === 'passed');
  expect(passed.filter(({ level }) => level === 'must').length).toBeGreaterThan(270);
  expect(passed.filter(({ level }) => level === 'profile').length).toBeGreaterThan(30);
});

test('the routes use the core alone, in at most 177 lines without blank lines and comments', () => {
  const text = readFileSync(join(import.meta.dirname, 'twelve-routes.ts'), 'utf8');
  const lines = text.split('\n').filter((line) => !/^\s*(\/\/.*|\/\*\*.*\*\/)?$/.test(line));
  expect(lines.length).toBeLessThanOrEqual(177);
  expect(text).not.toMatch(/@linkage\/(?!core)|\bany\b/);
});

test.each([
  ['GET /articles?page[size]=1&sort=-title&include=author,tags', 200],
  ['GET /articles?filter[author.name]=Ada&fields[articles]=title', 200],
  ['GET /articles/4/tags?page[size]=1&filter[name]=old&sort=-name', 200],
  ['GET /articles/4/relationships/tags?page[size]=1&include=tags', 200],
  ['GET /articles/4/author?sort=name', 400],
  ['GET /articles/4/relationships/tags?include=author', 400],
  ['GET /articles/4/comments', 404],
  ['GET /elsewhere/1', 404],
  ['GET /articles/99', 404],
  ['PUT /articles/4', 405],
  ['PATCH /nope', 404],
  ['OPTIONS /nope', 404],
  ['GET /articles/%E0%A4%A', 400],
  ['GET /operations', 405],
])('%s: %i', async (line, status) => {
  const { document, headers, ...response } = await send(line);
  expect(response.status).toBe(status);
  expect(validateDocument(document, { as: 'response' }).issues).toBeUndefined();
  expect(headers.has('allow')).toBe(status === 405);
});

test('pages keep the order and the filter of their request', async () => {
  const { document } = await send('GET /articles?page[size]=1&sort=-title&filter[words][lt]=10');
  expect(document.data[0].attributes.title).toBe('Second');
  const next = await send(`GET ${document.links.next}`);
  expect(next.document.data[0].attributes.title).toBe('Hello');
});

test('conditions: 304 for what the client has, 412 for what another client has changed', async () => {
  const tag = (await send('GET /articles/4')).headers.get('etag') ?? '';
  expect((await send('GET /articles/4', undefined, { 'if-none-match': tag })).status).toBe(304);
  const update = { data: { type: 'articles', id: '4', attributes: { words: 5 } } };
  expect((await send('PATCH /articles/4', update, { 'if-match': tag })).status).toBe(200);
  expect((await send('PATCH /articles/4', update, { 'if-match': tag })).status).toBe(412);
  const tags = '/articles/4/relationships/tags';
  expect((await send(`DELETE ${tags}`, { data: [{ type: 'tags', id: '3' }] }, { 'if-match': tag })).status).toBe(412);
  expect((await send(`DELETE ${tags}`, { data: [{ type: 'tags', id: '3' }] })).status).toBe(204);
  expect((await send(`GET ${tags}`)).document.data).toEqual([{ type: 'tags', id: '2' }]);
});

test('`self` of a relationship has the query parameters, with one member and with several', async () => {
  for (const [name, parameters] of [
    ['author', 'include=author&fields%5Bpeople%5D=name'],
    ['tags', 'include=tags'],
  ]) {
    const self = `/articles/4/relationships/${name}?${parameters}`;
    const related = `/articles/4/${name}`;
    expect((await send(`GET ${self}`)).document.links).toMatchObject({ self, related });
  }
});

test('bytes that are not UTF-8 are rejected', async () => {
  const text = JSON.stringify({ data: { type: 'tags', attributes: { name: '?' } } });
  const body = Uint8Array.from(text, (character) => (character === '?' ? 0xff : character.charCodeAt(0)));
  const response = await fetch(`${origin}/tags`, { method: 'POST', headers: { 'content-type': media }, body });
  expect([response.status, (await response.json()).errors[0].code]).toEqual([400, 'INVALID_JSON']);
});

test('a related resource that does not exist is 404 with a pointer', async () => {
  const { status, document } = await create(
    'articles',
    { title: 'x' },
    { author: { data: { type: 'people', id: '2' } } },
  );
  expect([status, document.errors[0].source]).toEqual([404, { pointer: '/data/relationships/author/data' }]);
});

test('operations: all or none, with local ids, URLs, and pointers', async () => {
  const ext = { 'content-type': `${media};ext="https://jsonapi.org/ext/atomic"` };
  const operate = (...operations: object[]) =>
    send('POST /operations', { 'atomic:operations': operations }, { ...ext, accept: ext['content-type'] });
  const tag = { op: 'add', data: { type: 'tags', lid: 'a', attributes: { name: 'local' } } };
  const link = { op: 'add', href: '/articles/4/relationships/tags', data: [{ type: 'tags', lid: 'a' }] };
  const before = (await send('GET /tags')).document.data.length;
  const failed = await operate(tag, link, { op: 'remove', ref: { type: 'tags', id: '99' } });
  expect([failed.status, failed.document.errors[0].source.pointer]).toEqual([404, '/atomic:operations/2/ref']);
  expect((await send('GET /tags')).document.data.length).toBe(before);
  const done = await operate(tag, link);
  const { id } = done.document['atomic:results'][0].data;
  expect((await send('GET /articles/4/relationships/tags')).document.data).toContainEqual({ type: 'tags', id });
  // A deleted resource is no longer linked.
  expect((await send(`DELETE /tags/${id}`)).status).toBe(204);
  expect((await send('GET /articles/4/relationships/tags')).document.data).toEqual([{ type: 'tags', id: '2' }]);
});
