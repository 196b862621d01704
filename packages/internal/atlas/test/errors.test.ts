import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anchorsOf } from '../../../../scripts/docs/markdown.ts';
import { root } from '../../../../scripts/workspace.ts';
import { createAtlas } from '../src/create-atlas.ts';
import { errorPage, readSettings } from '../src/settings.ts';
import { type Answer, mediaType, serveAtlas } from './served-atlas.ts';

let atlas: Awaited<ReturnType<typeof serveAtlas>>;
beforeAll(async () => {
  atlas = await serveAtlas();
});
afterAll(() => atlas.close());

const city = { data: { type: 'cities', attributes: { name: 'X', population: 1 } } };

test.each([
  ['/countries/XXX', 404, undefined],
  ['/nope', 404, undefined],
  ['/nothing', 404, undefined],
  ['/countries?include=nope', 400, { parameter: 'include' }],
  ['/cities?sort=location', 400, { parameter: 'sort' }],
  ['/cities?filter[nope]=1', 400, { parameter: 'filter[nope]' }],
  ['/cities?filter[population]=many', 400, { parameter: 'filter[population]' }],
  ['/cities?page[size]=101', 400, { parameter: 'page[size]' }],
  ['/countries/FRA?include=cities', 400, { parameter: 'include' }],
] as const)('GET %s is %i', async (path, status, source) => {
  const answer = await atlas.get(path);
  expect(answer.status).toBe(status);
  expect(answer.errors[0]?.status).toBe(String(status));
  expect(answer.errors[0]?.source).toEqual(source);
});

test('media types', async () => {
  const plain = await atlas.ask('POST', '/cities', city, { 'Content-Type': 'application/json' });
  expect([plain.status, plain.errors.length]).toEqual([415, 1]);
  const accept = { Accept: `${mediaType}; charset=utf-8` };
  const unacceptable = await atlas.ask('GET', '/countries/FRA', undefined, accept);
  expect([unacceptable.status, unacceptable.errors.length]).toEqual([406, 1]);
});

test('invalid JSON does not have a place in a document', async () => {
  const { status, errors } = await atlas.ask('POST', '/cities', '{"data":');
  expect(status).toBe(400);
  expect(errors[0]).not.toHaveProperty('source');
});

test.each([
  [{ attributes: { name: 'X' } }, 422, undefined],
  [{ attributes: { name: 'X', population: -1 } }, 422, '/data/attributes/population'],
  [{ attributes: { name: 'X', population: 1, location: { lat: 91, lon: 0 } } }, 422, '/data/attributes/location/lat'],
  [
    { attributes: city.data.attributes, relationships: { country: { data: { type: 'countries', id: 'XXX' } } } },
    404,
    '/data/relationships/country/data',
  ],
  [{ ...city.data, id: '1' }, 403, '/data/id'],
] as const)('a city that cannot be created: %#', async (data, status, pointer) => {
  const answer = await atlas.ask('POST', '/cities', { data: { type: 'cities', ...data } });
  expect(answer.status).toBe(status);
  if (pointer !== undefined) expect(answer.errors[0]?.source).toEqual({ pointer });
});

test('a taken id', async () => {
  const data = { type: 'languages', id: 'fra', attributes: { name: 'Again' } };
  const { status, errors } = await atlas.ask('POST', '/languages', { data });
  expect([status, errors[0]?.code]).toEqual([409, 'RESOURCE_EXISTS']);
  expect((await atlas.get('/languages/fra')).data.attributes).toEqual({ name: 'French' });
});

test('D3: `links.about` of an error leads to its code in the list of errors', async () => {
  const answers = await Promise.all([
    atlas.get('/countries/XXX'),
    atlas.get('/countries?include=nope'),
    atlas.ask('POST', '/cities', '{"data":'),
    atlas.ask('POST', '/operations', { 'atomic:operations': [] }, { 'Content-Type': mediaType }),
  ]);
  const anchors = anchorsOf(readFileSync(join(root, 'docs/errors.md'), 'utf8'));
  for (const { errors } of answers) {
    const [{ code, links } = { code: '', links: undefined }] = errors;
    const [page, anchor = ''] = links?.about?.split('#') ?? [];
    expect(page).toBe(errorPage);
    expect(anchor).toBe(code.toLowerCase());
    expect(anchors).toContain(anchor);
  }
});

test('D3: ERROR_PAGE replaces the page of the errors', async () => {
  const dialect = new SqliteDialect({
    database: () => Promise.reject(new Error('The test does not need a database.')),
  });
  const withErrorPage = createAtlas(
    { dialect, close: async () => undefined },
    readSettings({ ERROR_PAGE: '/v0.3/errors.html' }),
  );
  const response = await withErrorPage.fetch(new Request('http://localhost/nope', { headers: { Accept: mediaType } }));
  const { errors } = (await response.json()) as Answer;
  expect(errors.at(0)?.links).toEqual({ about: `/v0.3/errors.html#${errors.at(0)?.code.toLowerCase()}` });
});

test.each(["FRA' or '1'='1", 'FRA"; drop table cities; --', '%', '...', 'FRA\0', '%C0%80'])(
  'the id %j is an id like any other',
  async (id) => {
    const { status } = await atlas.get(`/countries/${encodeURIComponent(id)}`);
    expect([400, 404]).toContain(status);
    expect((await atlas.get('/cities?page[size]=1')).data).toHaveLength(1);
  },
);
