/** Foreign keys that reference an id in another spelling: the linkage, the included resource, and the related URL are one answer. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DatabaseName, databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

/** The type of a key under a collation that ignores case, and the options of a table. */
const keys: Readonly<Record<DatabaseName, readonly [type: string, before?: string]>> = {
  SQLite: ['varchar(20) collate nocase'],
  PGlite: ['varchar(20)'],
  PostgreSQL: [
    'varchar(20) collate loose',
    "create collation loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);",
  ],
  MariaDB: ['varchar(20) collate utf8mb4_general_ci'],
};

const api = defineApi({
  countries: {
    attributes: { name: z.string() },
    relationships: {
      cities: toMany('cities', { inverse: 'country' }),
      groups: toMany('groups', { inverse: 'members' }),
    },
    clientGeneratedIds: true,
  },
  cities: {
    attributes: { name: z.string() },
    relationships: { country: toOne('countries', { inverse: 'cities' }) },
    clientGeneratedIds: true,
  },
  groups: {
    attributes: { name: z.string() },
    relationships: { members: toMany('countries', { inverse: 'groups' }) },
    clientGeneratedIds: true,
  },
});
const through = { through: 'membership' };
const mapping = {
  countries: {
    table: 'country',
    relationships: {
      cities: { foreignKey: 'country_code' },
      groups: { ...through, from: 'country_code', to: 'group_id' },
    },
    id: 'code',
  },
  cities: { table: 'city', relationships: { country: { column: 'country_code' } } },
  groups: { table: 'union_of', relationships: { members: { ...through, from: 'group_id', to: 'country_code' } } },
};

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined || name === 'PGlite')(missing ?? 'spellings', () => {
    const [type, before = ''] = keys[name];
    const database = useDatabase<never>(
      open,
      `${before}
      create table country (code ${type} primary key, name varchar(20) not null);
      create table city (id varchar(20) primary key, name varchar(20) not null, country_code ${type} references country (code));
      create table union_of (id varchar(20) primary key, name varchar(20) not null);
      create table membership (group_id varchar(20) not null, country_code ${type} not null, primary key (group_id, country_code));
      insert into country values ('de', 'Germany');
      insert into city values ('b', 'Berlin', 'DE'), ('c', 'Cologne', 'de');
      insert into union_of values ('eu', 'Union');
      insert into membership values ('eu', 'De');`,
    );
    const serve = async (hasDatabaseSchema: boolean) => {
      const warnings: string[] = [];
      const onWarning = ({ where, message }: { readonly where: string; readonly message: string }): void =>
        void warnings.push(`${where}: ${message}`);
      const options = hasDatabaseSchema ? { databaseSchema: await readDatabaseSchema(database.db), onWarning } : {};
      const sources = createKyselySources(api, database.db, mapping as never, options);
      return { send: requestsTo(createServer(api, sources as never)), warnings };
    };

    // Without a database schema, only MariaDB is known to ignore case.
    test.each(name === 'MariaDB' ? [true, false] : [true])(
      'one answer, with a database schema: %s',
      async (hasDatabaseSchema) => {
        const { send, warnings } = await serve(hasDatabaseSchema);
        const country = { type: 'countries', id: 'de' };
        for (const city of ['b', 'c']) {
          const { document } = await send(`GET /cities/${city}?include=country`);
          expect(document.data.relationships.country.data).toEqual(country);
          expect(document.included).toMatchObject([country]);
          expect((await send(`GET /cities/${city}/relationships/country`)).document.data).toEqual(country);
          expect((await send(`GET /cities/${city}/country`)).document.data).toMatchObject(country);
        }
        expect((await send('GET /cities?include=country')).document.included).toMatchObject([country]);
        expect((await send('GET /countries/de/cities')).ids).toBe('b,c');
        const one = await send('GET /countries?include=cities,groups');
        expect(one.document.data[0].relationships).toMatchObject({
          cities: { data: [{ id: 'b' }, { id: 'c' }] },
          groups: { data: [{ id: 'eu' }] },
        });
        expect((await send('GET /groups?include=members')).document.included).toMatchObject([country]);
        expect((await send('GET /groups/eu/relationships/members')).document.data).toEqual([country]);
        const data = { type: 'cities', id: 'b', attributes: { name: 'Berlin' } };
        expect((await send('PATCH /cities/b', data)).document.data.relationships.country.data).toEqual(country);
        const text = 'mapping.countries.id: The column "code" has a collation for which different strings are equal';
        expect(warnings.filter((it) => it.startsWith(text))).toHaveLength(hasDatabaseSchema ? 1 : 0);
      },
    );

    test('other spellings are other ids', async () => {
      const { send } = await serve(true);
      expect((await send('GET /countries/DE')).status).toBe(404);
      const changed = { type: 'countries', id: 'DE', attributes: { name: 'x' } };
      expect((await send('PATCH /countries/DE', changed)).status).toBe(404);
      expect((await send('GET /countries/de')).document.data.attributes.name).toBe('Germany');
      // Nothing of the row changes, or is removed, by another spelling.
      await database.exec("insert into country values ('free', 'Nowhere')");
      expect((await send('DELETE /countries/FREE')).status).toBe(404);
      expect((await send('GET /countries/free')).status).toBe(200);
      const cities = 'countries/de/relationships/cities';
      expect((await send(`DELETE /${cities}`, [{ type: 'cities', id: 'B' }])).status).toBe(204);
      expect((await send(`GET /${cities}`)).ids).toBe('b,c');
      const members = 'groups/eu/relationships/members';
      const linked = async () => (await send(`GET /${members}`)).document.data;
      const before = await linked();
      expect((await send(`DELETE /${members}`, [{ type: 'countries', id: 'DE' }])).status).toBe(204);
      expect(await linked()).toEqual(before);
      expect((await send(`POST /${members}`, [{ type: 'countries', id: 'DE' }])).status).toBe(404);
      expect((await send(`DELETE /${members}`, [{ type: 'countries', id: 'de' }])).status).toBe(204);
      expect([before, await linked()]).toEqual([[{ type: 'countries', id: 'de' }], []]);
    });
  });
});
