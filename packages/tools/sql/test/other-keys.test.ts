/** A foreign key can reference a unique key that is not the id: the output says how it becomes a relationship. */
import { afterAll, expect, test } from 'vitest';
import { serve } from './run.ts';
import { sqliteFile } from './sqlite-file.ts';

const file = sqliteFile(`
  create table country (id integer primary key, code text not null unique, name text);
  create table city (id integer primary key, name text, country_code text references country (code));
  insert into country values (1, 'nl', 'Netherlands'); insert into city values (1, 'Utrecht', 'nl');`);
afterAll(() => file[Symbol.dispose]());

test('without the option, the column is an attribute, and the output names the option', async () => {
  const serving = await serve([file.path]);
  const { data } = await (await serving.get('/api/cities/1')).json();
  expect(data.attributes).toEqual({ name: 'Utrecht', countryCode: 'nl' });
  const text = 'city.country_code: references main.country (code), which is not its id, so it stays an attribute';
  expect(serving.texts.error).toContain(`${text}  --key country=code`);
  await serving.stop();
});

test('with the option, the unique key is the id, and the column a relationship in both directions', async () => {
  const serving = await serve([file.path, '--key', 'country=code', '--allow-writes']);
  const { data, included } = await (await serving.get('/api/cities/1?include=country')).json();
  expect(data.attributes).toEqual({ name: 'Utrecht' });
  expect(included).toMatchObject([{ type: 'countries', id: 'nl', attributes: { countryId: 1 } }]);
  const cities = await (await serving.get('/api/countries/nl/cities')).json();
  expect(cities.data).toMatchObject([{ id: '1' }]);
  const body = JSON.stringify({ data: { type: 'countries', id: 'be', attributes: { name: 'Belgium' } } });
  const headers = { 'Content-Type': 'application/vnd.api+json' };
  expect((await serving.get('/api/countries', { method: 'POST', headers, body })).status).toBe(201);
  await serving.stop();
});
