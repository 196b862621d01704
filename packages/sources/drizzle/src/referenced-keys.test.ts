/** Foreign keys of Drizzle that reference another unique key than the primary key. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { requestsTo } from '../../kysely/test/requests.ts';
import { buildersOf } from '../test/builders.ts';
import { type OpenDrizzle, places } from '../test/databases.ts';
import { createDrizzleSources } from './index.ts';

const own = { attributes: { name: z.string() }, clientGeneratedIds: true } as const;
const api = defineApi({
  countries: { ...own, relationships: { cities: toMany('cities', { inverse: 'country' }) } },
  cities: { ...own, relationships: { country: toOne('countries', { inverse: 'cities' }) } },
});

describe.each(places)('$title', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'unique keys', () => {
    const { pgTable, varchar } = buildersOf(name);
    const text = (column: string) => varchar(column, { length: 20 });
    const countries = pgTable('country', {
      ...{ id: text('id').primaryKey(), code: text('code').notNull().unique(), name: text('name').notNull() },
    });
    const cities = pgTable('city', {
      ...{ id: text('id').primaryKey(), name: text('name').notNull() },
      countryCode: text('country_code').references(() => countries.code),
    });
    let database: OpenDrizzle;
    beforeAll(async () => {
      database = await open();
      await database.exec(`
        create table country (id varchar(20) primary key, code varchar(20) not null unique, name varchar(20) not null);
        create table city (
          id varchar(20) primary key, name varchar(20) not null, country_code varchar(20), foreign key (country_code) references country (code));
        insert into country values ('1', 'nl', 'Netherlands'), ('2', 'be', 'Belgium');
        insert into city values ('u', 'Utrecht', 'nl');`);
    });
    afterAll(() => database?.close());

    test('both relationships read and write it', async () => {
      const references = countries.code;
      const sources = createDrizzleSources(api, database.db, {
        countries: { table: countries, relationships: { cities: { foreignKey: cities.countryCode, references } } },
        cities: { table: cities, relationships: { country: { column: cities.countryCode, references } } },
      } as never);
      const send = requestsTo(createServer(api, sources as never));
      expect((await send('GET /cities/u/country')).ids).toBe('1');
      const moved = await send('PATCH /cities/u/relationships/country', { type: 'countries', id: '2' });
      expect(moved.status).toBe(204);
      expect((await send('GET /countries/2/cities')).ids).toBe('u');
    });
  });
});
