import { afterAll, beforeAll, expect, test } from 'vitest';
import { examples } from '../src/examples.ts';
import { serveAtlas } from './served-atlas.ts';

let atlas: Awaited<ReturnType<typeof serveAtlas>>;
beforeAll(async () => {
  atlas = await serveAtlas();
});
afterAll(() => atlas.close());

const language = (id: string) => ({ type: 'languages', id });
const languages = '/countries/ISL/relationships/languages';

async function languagesOfIceland() {
  return (await atlas.get(languages)).data.map(({ id }) => id).join(' ');
}

test('a city comes, changes and goes', async () => {
  const data = {
    type: 'cities',
    attributes: { name: 'Atlantis', population: 12_000 },
    relationships: { country: { data: { type: 'countries', id: 'PRT' } } },
  };
  const created = await atlas.ask('POST', '/cities', { data });
  expect(created.status).toBe(201);
  const location = created.headers.get('location') ?? '';
  const path = new URL(location, atlas.base).pathname;
  expect(path).toBe(`/cities/${created.data.id}`);
  expect((await atlas.get(path)).data).toEqual(created.data);
  expect(created.data.relationships?.['country']?.data).toEqual({ type: 'countries', id: 'PRT' });

  const { id } = created.data;
  const changed = await atlas.ask('PATCH', path, { data: { type: 'cities', id, attributes: { population: 13_000 } } });
  expect(changed.status).toBe(200);
  expect((await atlas.get(path)).data.attributes).toEqual({
    name: 'Atlantis',
    population: 13_000,
    featureCode: 'PPL',
    adminCode: null,
    location: null,
  });

  const moved = await atlas.ask('PATCH', `${path}/relationships/country`, { data: null });
  expect([200, 204]).toContain(moved.status);
  expect((await atlas.get(`${path}/country`)).data).toBeNull();

  expect((await atlas.ask('DELETE', path)).status).toBe(204);
  expect((await atlas.get(path)).status).toBe(404);
  expect((await atlas.ask('DELETE', path)).status).toBe(404);
});

test('members are added, removed and replaced', async () => {
  expect(await languagesOfIceland()).toBe('isl');
  const add = { data: [language('fao'), language('isl')] };
  for (let times = 0; times < 2; times++) expect((await atlas.ask('POST', languages, add)).status).toBe(204);
  expect(await languagesOfIceland()).toBe('fao isl');
  const remove = { data: [language('fao'), language('fra')] };
  expect((await atlas.ask('DELETE', languages, remove)).status).toBe(204);
  expect(await languagesOfIceland()).toBe('isl');
  const replace = { data: [language('dan'), language('isl')] };
  expect((await atlas.ask('PATCH', languages, replace)).status).toBe(204);
  expect(await languagesOfIceland()).toBe('dan isl');
  const missing = await atlas.ask('PATCH', languages, { data: [language('xxx')] });
  expect(missing.status).toBe(404);
  expect(await languagesOfIceland()).toBe('dan isl');
  expect((await atlas.get('/languages/dan/countries?filter[name]=Iceland')).data).toHaveLength(1);
});

test('a country that goes leaves its cities without one', async () => {
  const [city] = (await atlas.get('/countries/VAT/cities')).data;
  expect((await atlas.ask('DELETE', '/countries/VAT')).status).toBe(204);
  expect((await atlas.get(`/cities/${city?.id}/country`)).data).toBeNull();
  expect((await atlas.get('/countries/ITA/relationships/borders')).data.map(({ id }) => id)).not.toContain('VAT');
});

test.each(examples.map((example) => [example.title, example] as const))(
  'worth trying: %s',
  async (_, { path, body, mediaType }) => {
    const headers = mediaType === undefined ? undefined : { 'Content-Type': mediaType };
    const { status } = await atlas.ask(body === undefined ? 'GET' : 'POST', path, body, headers);
    const isRead = body === undefined || path === '/operations';
    expect(status).toBe(isRead ? (path.includes('nope') ? 400 : 200) : 201);
  },
);
