/** Columns of bytes are attributes of a draft: strings in base64, which responses contain only on demand if they can be long. */
import { createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { type DatabaseName, databases } from '../../../sources/kysely/test/databases.ts';
import { requestsTo } from '../../../sources/kysely/test/requests.ts';
import { useDatabase } from '../../../sources/kysely/test/use-database.ts';
import { declareModel, draftModel } from '../src/index.ts';
import { kinds } from './column-values.ts';

/** The types of bytes with one length, with few bytes, and with many, and the bytes 1 and 2 as SQL. */
const types: Readonly<Record<DatabaseName, readonly [same: string, few: string, many: string, bytes: string]>> = {
  PGlite: ['bytea', 'bytea', 'bytea', "'\\x0102'"],
  PostgreSQL: ['bytea', 'bytea', 'bytea', "'\\x0102'"],
  SQLite: ['binary(2)', 'varbinary(3)', 'blob', "x'0102'"],
  MariaDB: ['binary(2)', 'varbinary(3)', 'blob', "x'0102'"],
};

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'bytes', () => {
    const [same, few, many, bytes] = types[name];
    const database = useDatabase<never>(
      open,
      `create table part (id integer primary key, same ${same} not null, few ${few}, many ${many});
      create index of_same on part (same);
      insert into part values (1, ${bytes}, ${bytes}, ${bytes}), (2, ${bytes}, null, null);`,
    );

    test('are read, written, and found', async () => {
      const databaseSchema = await readDatabaseSchema(database.db);
      const model = draftModel(databaseSchema, { database: kinds[name], tables: ['part'] });
      const shown = (model.types[0]?.attributes ?? []).map(({ column, onDemand, filter, sort }) => {
        return `${column} ${onDemand} ${filter} ${sort}`;
      });
      const isLong = kinds[name] === 'postgres';
      expect(shown).toEqual([`same ${isLong} eq false`, `few ${isLong} false false`, 'many true false false']);
      const { api, mapping } = declareModel(model);
      const send = requestsTo(
        createServer(
          api,
          createKyselySources(api, database.db, mapping as never, { databaseSchema }) as never,
        ) as never,
      );
      const of = (fields: string) => `/parts/1?fields[parts]=${fields}`;
      const attributesOf = async (url: string) => (await send(`GET ${url}`)).document.data.attributes ?? {};
      const patch = (attributes: object) => send('PATCH /parts/1', { type: 'parts', id: '1', attributes });

      expect(await attributesOf('/parts/1')).toEqual(isLong ? {} : { same: 'AQI=', few: 'AQI=' });
      expect(await attributesOf(of('same,few,many'))).toEqual({ same: 'AQI=', few: 'AQI=', many: 'AQI=' });
      expect((await patch({ same: '//4=', few: null, many: 'AP8A/w==' })).status).toBe(200);
      expect(await attributesOf(of('same,few,many'))).toEqual({ same: '//4=', few: null, many: 'AP8A/w==' });
      const found = async (text: string) =>
        (await send(`GET /parts?filter[same]=${encodeURIComponent(text)}`)).document.data.map(
          (it: { id: string }) => it.id,
        );
      expect([await found('//4='), await found('AQI='), await found('AQ==')]).toEqual([['1'], ['2'], []]);
      expect((await send('GET /parts?filter[same]=no')).status).toBe(400);
      for (const wrong of ['no', 'AQI', 'AR==', 'a-_=', 5]) {
        const { status, document } = await patch({ many: wrong });
        expect([status, document.errors?.[0].source.pointer]).toEqual([422, '/data/attributes/many']);
      }
      if (name !== 'MariaDB') return;
      // MariaDB would add a byte to the first, and its mode decides whether it cuts the second.
      const details = [await patch({ same: 'AQ==' }), await patch({ few: 'AQIDBA==' })].map(
        ({ document }) => document.errors[0].detail,
      );
      expect(details).toEqual(['`same` must be 2 bytes in base64.', '`few` must be at most 3 bytes in base64.']);
    });
  });
});
