/** A foreign key can reference a unique key that is not the id: it is a relationship in both directions, which requests can write. */
import { afterAll, expect, test } from 'vitest';
import { serve } from './run.ts';
import { sqliteFile } from './sqlite-file.ts';

const file = sqliteFile(`
  create table country (id integer primary key, code text not null unique, short text unique, name text);
  create table city (id integer primary key, name text, country_code text references country (code), short text references country (short));
  insert into country values (1, 'nl', 'N', 'Netherlands'), (2, 'be', null, 'Belgium');
  insert into city values (1, 'Utrecht', 'nl', 'N');`);
afterAll(() => file[Symbol.dispose]());
const headers = { 'Content-Type': 'application/vnd.api+json' };

test('linkage has ids, and writes set the column', async () => {
  const serving = await serve([file.path, '--allow-writes']);
  const { data, included } = await (await serving.get('/api/cities/1?include=country')).json();
  expect(data.attributes).toEqual({ name: 'Utrecht' });
  expect(data.relationships.country.data).toEqual({ type: 'countries', id: '1' });
  expect(included).toMatchObject([{ type: 'countries', id: '1', attributes: { code: 'nl' } }]);
  for (const [name, found] of Object.entries({ Netherlands: ['1'], Belgium: [] })) {
    const filtered = (await (await serving.get(`/api/cities?filter[country.name]=${name}`)).json()).data;
    expect(filtered.map(({ id }: { id: string }) => id)).toEqual(found);
  }
  const linkage = JSON.stringify({ data: { type: 'countries', id: '2' } });
  const url = '/api/cities/1/relationships/country';
  expect((await serving.get(url, { method: 'PATCH', headers, body: linkage })).status).toBe(204);
  expect((await (await serving.get('/api/countries/2/cities')).json()).data).toMatchObject([{ id: '1' }]);
  expect((await (await serving.get('/api/cities?filter[country]=1')).json()).data).toEqual([]);
  await serving.stop();
});

test('a key that can be NULL is read-only, and the output says why', async () => {
  const serving = await serve([file.path, '--allow-writes']);
  const text = 'city.short: short, because country.short, which it references, can be NULL';
  expect(serving.strings.error).toContain(text);
  const body = JSON.stringify({ data: null });
  const url = '/api/cities/1/relationships/short';
  expect((await serving.get(url, { method: 'PATCH', headers, body })).status).toBe(403);
  await serving.stop();
});

test('with the option, the unique key is the id', async () => {
  const serving = await serve([file.path, '--key', 'country=code', '--allow-writes']);
  const { included } = await (await serving.get('/api/cities/1?include=country')).json();
  expect(included).toMatchObject([{ type: 'countries', id: 'be', attributes: { countryId: 2 } }]);
  await serving.stop();
});
