import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Resource, serveAtlas } from './served-atlas.ts';

let atlas: Awaited<ReturnType<typeof serveAtlas>>;
beforeAll(async () => {
  atlas = await serveAtlas();
});
afterAll(() => atlas.close());

const idsOf = (resources: readonly Resource[]) => resources.map(({ id }) => id);
const namesOf = (resources: readonly Resource[]) => resources.map((it) => it.attributes?.['name']);

test('a country with what borders it and what it speaks, narrowed by a fieldset', async () => {
  const path = '/countries/FRA?include=borders,languages&fields[countries]=name,borders,languages';
  const { status, data, included } = await atlas.get(path);
  expect(status).toBe(200);
  expect(data).toMatchObject({ type: 'countries', id: 'FRA', attributes: { name: 'France' } });
  const countries = included.filter(({ type }) => type === 'countries');
  expect(idsOf(countries)).toEqual(expect.arrayContaining(['AND', 'BEL', 'CHE', 'DEU', 'ESP', 'ITA', 'LUX', 'MCO']));
  expect(namesOf(included)).toContain('French');
  for (const { attributes, relationships } of [data, ...countries]) {
    expect(Object.keys(attributes ?? {})).toEqual(['name']);
    expect(Object.keys(relationships ?? {}).sort()).toEqual(['borders', 'languages']);
  }
});

test('a fieldset that leaves countries nothing but a relationship keeps what is included', async () => {
  const { included } = await atlas.get('/countries/FRA?include=borders&fields[countries]=borders');
  expect(included.map(({ id }) => id)).toHaveLength(8);
  expect((await atlas.get('/countries/FRA?include=borders&fields[countries]=')).included).toHaveLength(8);
});

test('cities of a country by population, page by page', async () => {
  const first = await atlas.get('/cities?filter[country]=FRA&sort=-population&page[size]=5');
  expect(first.data).toHaveLength(5);
  expect(namesOf(first.data)[0]).toBe('Paris');
  const next = first.links['next'] ?? '';
  expect(Object.fromEntries(new URL(next, atlas.base).searchParams)).toMatchObject({
    'filter[country]': 'FRA',
    sort: '-population',
    'page[size]': '5',
  });
  const second = await atlas.get(next);
  expect(second.data).toHaveLength(5);
  const all = [...first.data, ...second.data];
  expect(new Set(idsOf(all)).size).toBe(10);
  const populations = all.map((city) => city.attributes?.['population'] as number);
  expect(populations).toEqual([...populations].sort((left, right) => right - left));
  for (const { relationships } of all)
    expect(relationships?.['country']?.data).toEqual({ type: 'countries', id: 'FRA' });
});

test('a relationship is identifiers, a related collection resources, an empty one an empty array', async () => {
  const links = await atlas.get('/countries/FRA/relationships/borders');
  expect(links.data).toHaveLength(8);
  expect(links.data[0]).toEqual({ type: 'countries', id: 'AND' });
  const cities = await atlas.get('/countries/FRA/cities');
  expect(cities.data).toHaveLength(25);
  expect(cities.data[0]).toMatchObject({ type: 'cities', attributes: { name: expect.any(String) } });
  expect((await atlas.get('/countries/ATA/borders')).data).toEqual([]);
  expect((await atlas.get('/cities/2988507/country')).data).toMatchObject({ type: 'countries', id: 'FRA' });
});

test.each([
  ['/regions/europe/countries?filter[name]=France', ['FRA']],
  ['/languages/isl/countries', ['ISL']],
  ['/currencies/ISK/countries', ['ISL']],
  ['/countries?filter[languages]=isl,fao&sort=name', ['FRO', 'ISL']],
  ['/countries?filter[shortCode]=CH', ['CHE']],
  ['/countries?filter[landlocked]=true&filter[region]=americas&sort=-area', ['BOL', 'PRY']],
  ['/countries?sort=-area&page[size]=1', ['RUS']],
  ['/cities?filter[name]=Reykjav%C3%ADk', ['3413829']],
  ['/cities?filter[population][gt]=15000000&sort=-population', ['1796236']],
] as const)('%s', async (path, ids) => {
  const { status, data } = await atlas.get(path);
  expect(status).toBe(200);
  expect(idsOf(data).slice(0, ids.length)).toEqual(ids);
});

test.each([
  ['/cities?include=country,country.languages&page[size]=100', 3],
  ['/cities?filter[country]=FRA&sort=-population&page[size]=100', 1],
  ['/countries?include=region,languages,currencies,borders&page[size]=100', 5],
  ['/regions?include=countries.languages', 3],
  ['/countries/FRA/cities', 2],
  ['/countries/FRA/relationships/borders', 2],
])('%s takes at most %i statements', async (path, most) => {
  const { data } = await atlas.get(path);
  expect(data.length).toBeGreaterThan(0);
  const report = atlas.reports.at(-1);
  expect(report).toMatchObject({ method: 'GET', status: 200 });
  expect(report?.statements).toBeGreaterThan(0);
  expect(report?.statements).toBeLessThanOrEqual(most);
});

test('statements are counted for each of several requests at once', async () => {
  const before = atlas.reports.length;
  const paths = Array.from(
    { length: 20 },
    (_, index) => `/countries?page[number]=${index + 1}&include=region&page[size]=10`,
  );
  await Promise.all(paths.map(atlas.get));
  const counts = atlas.reports.slice(before).map(({ statements }) => statements);
  expect(counts).toEqual(paths.map(() => 2));
});
