/** Requirements that no other test of the server names: a request for each, and what its answer has to be. */
import { defineProfile } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { createServer } from '../src/pipeline/create-server.ts';
import { blog, blogSources } from './blog.ts';
import { type Answer, type AnyDocument, blogServer, identities, send } from './support.ts';

const media = 'application/vnd.api+json';
const { server } = blogServer();
const profile = defineProfile({ uri: 'https://example.com/profile' });
const article = (attributes: object, others: object = {}) => ({ data: { type: 'articles', attributes, ...others } });
const at = (id: string, others: object = {}) => ({ data: { type: 'articles', id, ...others } });
const names = (object: object | undefined) => Object.keys(object ?? {});

type Check = (answer: Answer) => void;
type Case = [rows: string, line: string, check: Check, body?: unknown];

/** The status, and the problems when there are any. */
const is =
  (status: number, ...problems: string[]): Check =>
  (answer) =>
    expect([answer.status, ...answer.problems]).toEqual([status, ...problems]);
const data =
  (read: (document: AnyDocument) => unknown, expected: unknown): Check =>
  ({ status, document }) =>
    expect([status, read(document)]).toEqual([200, expected]);
const isUnsupported = (name: string): Check => is(400, `PARAMETER_NOT_SUPPORTED ${name}`);

describe('reading', () => {
  test.each<Case>([
    ['GEN-02 NEG-01', 'GET /articles', ({ headers }) => expect(headers['Content-Type']).toBe(media)],
    ['NEG-01', 'GET /nope', ({ headers }) => expect(headers['Content-Type']).toBe(media)],
    ['VER-01', 'GET /articles', data((it) => it.jsonapi.version, '1.1')],
    ['DOC-08', 'GET /articles', data((it) => it.data.every((one: AnyDocument) => 'attributes' in one), true)],
    [
      'DOC-08',
      'GET /articles/1/relationships/comments',
      data((it) => it.data.map((one: AnyDocument) => names(one).sort().join()), ['id,type', 'id,type', 'id,type']),
    ],
    ['RES-17', 'GET /articles/1', data((it) => [it.data.links.self, it.data.id], ['/articles/1', '1'])],
    ['REL-10', 'GET /articles/1/author', data((it) => it.data.attributes.name, 'Gebhardt')],
    ['REL-11', 'GET /articles/1/relationships/author', data((it) => it.data, { type: 'people', id: '7' })],
    ['REC-01', 'GET /articles', data((it) => it.links.self, '/articles')],
    [
      'REC-03 REC-04',
      'GET /articles/1',
      data((it) => it.data.relationships.author.links, {
        self: '/articles/1/relationships/author',
        related: '/articles/1/author',
      }),
    ],
    ['NAM-01', 'GET /Articles', is(404, 'NOT_FOUND')],
    ['NAM-01', 'GET /articles?sort=Title', is(400, 'SORT_NOT_SUPPORTED sort')],
    ['CMP-01', 'GET /articles/1?include=author', data((it) => identities(it.included), ['people 7'])],
    [
      'CMP-04 FLD-04',
      'GET /articles/1?include=author&fields[articles]=title',
      data((it) => [it.data.relationships, identities(it.included)], [undefined, ['people 7']]),
    ],
    ['FLD-05', 'GET /articles/1?fields[people]=name', data((it) => names(it.data.attributes).length > 1, true)],
    ['FLD-07', 'GET /articles?fields[nope]=x', ({ status }) => expect(status).toBe(400)],
    ['FLD-07', 'GET /articles?fields[articles]=nope', ({ status }) => expect(status).toBe(400)],
    ['INC-01', 'GET /articles', data((it) => 'included' in it, false)],
    [
      'SRT-01 SRT-06',
      'GET /articles?sort=views',
      data((it) => identities(it.data), ['articles 2', 'articles 3', 'articles 1']),
    ],
    ['SRT-07', 'GET /articles', data((it) => identities(it.data), ['articles 1', 'articles 2', 'articles 3'])],
    ['PAG-01', 'GET /articles?page[size]=1', data((it) => it.data.length, 1)],
    ['LIM-01', 'GET /articles?page[size]=101', is(400, 'PAGE_INVALID page[size]')],
    ['FIL-01', 'GET /articles?filter[title]=Bikes', data((it) => identities(it.data), ['articles 1'])],
    ['QRY-09', 'GET /articles?page[size]=1&filter[title]=Bikes', data((it) => it.data.length, 1)],
    ['JAP-06', 'GET /articles', data((it) => it.jsonapi.ext, undefined)],
  ])('%s: %s', async (_, line, check) => check(await send(server, line)));
});

describe('queries that are rejected', () => {
  test.each<Case>([
    ['QRY-01 GEN-03', 'GET /articles?nope=1', ({ status }) => expect(status).toBe(400)],
    ['QRY-01', 'GET /articles/1?sort=title', isUnsupported('sort')],
    ['QRY-01', 'GET /articles/1?page[size]=1', isUnsupported('page[size]')],
    ['QRY-12 ERR-22', 'GET /articles?dryRun=maybe', ({ status }) => expect(status).toBe(400)],
    ['ERR-16 ERR-21', 'GET /articles?page[size]=0', is(400, 'PAGE_INVALID page[size]')],
    [
      'ERR-03',
      'GET /articles?sort=nope&include=nope',
      ({ problems }) =>
        expect([...problems].sort()).toEqual(['RELATIONSHIP_PATH_UNKNOWN include', 'SORT_NOT_SUPPORTED sort']),
    ],
    ['STA-03', 'GET /articles/99', is(404, 'NOT_FOUND')],
  ])('%s: %s', async (_, line, check) => check(await send(server, line)));
});

describe('negotiation', () => {
  const { server: fresh } = blogServer({ profiles: [profile] });
  const ext = 'ext="https://example.com/x"';
  const type: Check = ({ headers }) => expect(headers['Content-Type']).toBe(`${media}; profile="${profile.uri}"`);
  test.each<readonly [string, string, Check]>([
    ['NEG-08', `${media}; profile="${profile.uri}"`, type],
    ['NEG-03 NEG-15', `${media}; profile="https://example.com/unknown ${profile.uri}"`, type],
    ['NEG-09 NEG-19', `${media};q=0.5, ${media}; profile="${profile.uri}"`, type],
    ['NEG-19', `${media};q=0`, is(406, 'ACCEPT_UNSATISFIABLE Accept')],
    ['NEG-18', `${media}; charset=utf-8, ${media}; ${ext}`, is(406, 'ACCEPT_UNSATISFIABLE Accept')],
    ['NEG-22 STA-04 ERR-17', 'text/html', is(406, 'ACCEPT_UNSATISFIABLE Accept')],
    ['NEG-02', `${media}; version=1`, is(406, 'ACCEPT_UNSATISFIABLE Accept')],
    ['VER-04', `${media}; ${ext}`, is(406, 'ACCEPT_UNSATISFIABLE Accept')],
  ])('%s: Accept: %s', async (_, accept, check) => check(await send(fresh, 'GET /articles', undefined, { accept })));

  test.each(['GET /articles', 'GET /nope', 'DELETE /articles/1', 'OPTIONS /articles', 'PUT /articles'])(
    'NEG-16: %s varies by Accept',
    async (line) => expect((await send(blogServer().server, line)).headers['Vary']).toContain('Accept'),
  );

  test('STA-06 ERR-17: a body of another type', async () => {
    const answer = await send(fresh, 'POST /articles', '{}', { 'content-type': 'text/plain' });
    is(415, 'CONTENT_TYPE_UNSUPPORTED Content-Type')(answer);
  });

  test('JAP-06 VER-04: extensions and profiles in a request document are ignored', async () => {
    const jsonapi = { version: '9.9', ext: ['https://example.com/x'], profile: [profile.uri] };
    const answer = await send(blogServer({ profiles: [profile] }).server, 'POST /articles', {
      ...article({ title: 'New' }),
      jsonapi,
    });
    expect([answer.status, answer.headers['Content-Type']]).toEqual([201, media]);
  });
});

describe('writing', () => {
  const conflict: Check = ({ document }) => expect(document.errors[0].detail.length).toBeGreaterThan(10);
  const both =
    (...checks: readonly Check[]): Check =>
    (answer) => {
      for (const check of checks) check(answer);
    };
  test.each<Case>([
    ['GEN-01 ERR-19', 'POST /articles', is(400, 'INVALID_JSON'), '{'],
    ['CRE-01 CRE-10', 'POST /articles', is(201), article({ title: 'New' })],
    ['CRE-01 ERR-24', 'POST /articles', ({ problems }) => expect(problems).toEqual(['DOCUMENT_INVALID ']), {}],
    [
      'CRE-18',
      'POST /articles',
      is(422, 'ATTRIBUTE_UNKNOWN /data/attributes/nope'),
      article({ title: 'New', nope: 1 }),
    ],
    ['ERR-15 ERR-20', 'POST /articles', is(422, 'ATTRIBUTE_INVALID /data/attributes/title'), article({ title: 7 })],
    [
      'CRE-16 STA-05',
      'POST /articles',
      both(is(409, 'TYPE_CONFLICT /data/type'), conflict),
      { data: { type: 'people', attributes: { title: 'New' } } },
    ],
    ['UPD-14 STA-05', 'PATCH /articles/1', both(is(409, 'ID_CONFLICT /data/id'), conflict), at('2')],
    [
      'UPD-08',
      'PATCH /articles/1',
      data((it) => it.data.attributes.title, 'New'),
      at('1', { attributes: { title: 'New' } }),
    ],
    [
      'STA-02',
      'PATCH /articles/1',
      is(403, 'FIELD_READ_ONLY /data/attributes/publishedAt'),
      at('1', { attributes: { publishedAt: '2024-01-01T00:00:00Z' } }),
    ],
    ['REL-12', 'PATCH /articles/1/relationships/author', is(204), { data: { type: 'people', id: '8' } }],
  ])('%s: %s', async (_, line, check, body) => check(await send(blogServer().server, line, body)));

  test('RES-07: an id identifies one resource at every URL, and is not assigned again', async () => {
    const { server: fresh } = blogServer();
    const created = await send(fresh, 'POST /articles', article({ title: 'New' }));
    const { id } = created.document.data;
    expect((await send(fresh, `GET /articles/${id}`)).document.data).toEqual(created.document.data);
    expect((await send(fresh, `DELETE /articles/${id}`)).status).toBe(204);
    expect((await send(fresh, 'POST /articles', article({ title: 'New' }))).document.data.id).not.toBe(id);
  });

  test('UPD-13: a source may report a constraint of its own', async () => {
    const { JsonApiError, errorObject } = await import('@linkage/core');
    const update = () => {
      throw new JsonApiError(errorObject('CONSTRAINT_VIOLATED', 'The title is taken.'));
    };
    const sources = blogSources() as AnyDocument;
    const fresh = createServer(blog, { ...sources, articles: { ...sources.articles, update } });
    is(409, 'CONSTRAINT_VIOLATED')(await send(fresh, 'PATCH /articles/1', at('1', { attributes: { title: 'New' } })));
  });
});
