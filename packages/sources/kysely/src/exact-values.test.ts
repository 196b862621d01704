/** Values that drivers change: instants, local times, bytes, arrays, intervals, points, and integers beyond 2^53, on every database. */
import { attribute, defineApi } from '@linkage/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { api, expected, formats, schemaOf, serve } from '../test/exact-world.ts';
import { hrefOf } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { arrayColumn, base64Column, instantColumn, localDateTimeColumn } from './index.ts';

const zone = process.env['TZ'];
beforeAll(() => {
  // An hour that does not exist there on 8 March 2026.
  process.env['TZ'] = 'America/New_York';
});
afterAll(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

type Attributes = Readonly<Record<string, unknown>>;
const sent = (id: string, attributes: Attributes, type = 'readings') => ({ type, id, attributes });

describe.each(databases)('$name', ({ name, missing, open }) => {
  const isPostgres = name === 'PostgreSQL' || name === 'PGlite';
  describe.skipIf(missing !== undefined)(missing ?? 'exact values', () => {
    const database = useDatabase(open, schemaOf(name));
    const readings = { table: 'reading', attributes: formats };

    test.each([true, false])('formats, with a database schema: %s', async (hasDatabaseSchema) => {
      const { send, failures } = await serve(database.db, api, { readings }, hasDatabaseSchema);
      expect((await send('GET /readings/1')).document.data?.attributes).toEqual(expected);
      for (const field of ['at', 'wall', 'bytes', 'size'] as const) {
        const value = encodeURIComponent(String(expected[field]));
        expect([field, (await send(`GET /readings?filter[${field}]=${value}`)).ids]).toEqual([field, '1']);
      }
      for (const field of ['at', 'wall'] as const) {
        const [before, after] = ['2026-03-08T02:30:00.123455', '2026-03-08T02:30:00.123457'];
        const end = field === 'at' ? 'Z' : '';
        expect((await send(`GET /readings?filter[${field}][gt]=${before}${end}`)).ids).toBe('1');
        expect((await send(`GET /readings?filter[${field}][gt]=${after}${end}`)).ids).toBe('');
      }
      const id = `copy-${hasDatabaseSchema}`;
      const made = await send('POST /readings', sent(id, expected));
      expect(made.document.data?.attributes).toEqual(expected);
      expect((await send(`GET /readings?filter[at]=${encodeURIComponent(expected.at)}`)).ids).toBe(`1,${id}`);
      const changed = {
        ...expected,
        at: '2026-03-08T09:30:00.5+02:00',
        wall: '0099-01-01T00:00:00',
        bytes: '',
        tags: [],
      };
      expect((await send(`PATCH /readings/${id}`, sent(id, changed))).document.data?.attributes).toEqual({
        ...changed,
        at: '2026-03-08T07:30:00.500Z',
        wall: '0099-01-01T00:00:00.000',
      });
      const none = { at: null, wall: null, bytes: null, tags: null, size: null };
      expect((await send(`PATCH /readings/${id}`, sent(id, none))).document.data?.attributes).toEqual(none);
      const wrong = await send('POST /readings', sent('w', { bytes: 'A' }));
      expect([wrong.status, wrong.document.errors?.[0]?.detail]).toEqual([
        422,
        '`bytes` must be bytes in base64, for example "aGk=".',
      ]);
      expect((await send('POST /readings', sent('w', { bytes: '_-8=' }))).status).toBe(422);
      expect((await send(`DELETE /readings/${id}`)).status).toBe(204);
      expect(failures).toEqual([]);
    });

    test('without a format, no value of the database schema is an object of the driver', async () => {
      const mapping = {
        table: 'reading',
        attributes: name === 'SQLite' || name === 'MariaDB' ? { tags: arrayColumn() } : {},
      };
      const { send, failures } = await serve(database.db, api, { readings: mapping }, true);
      const wall = name === 'SQLite' ? expected.wall : `${expected.wall}Z`;
      expect((await send('GET /readings/1')).document.data?.attributes).toEqual({ ...expected, wall });
      expect(failures).toEqual([]);
    });

    test.skipIf(!isPostgres)('a format that the type of the column cannot have is an error at start', async () => {
      const wrong = async (attributes: object, hasDatabaseSchema = true) =>
        serve(
          database.db,
          api,
          { readings: { table: 'reading', attributes: { ...formats, ...attributes } } },
          hasDatabaseSchema,
        );
      await expect(wrong({ wall: localDateTimeColumn('at') })).rejects.toThrow(
        /attributes\.wall: `localDateTimeColumn` requires a column without a time zone, but the type of "at" has one\./,
      );
      await expect(wrong({ bytes: base64Column('tags') })).rejects.toThrow(
        /attributes\.bytes: `base64Column` requires/,
      );
      await expect(wrong({ at: instantColumn('size') })).rejects.toThrow(/attributes\.at: `instantColumn` requires/);
      await expect(wrong({ tags: arrayColumn('bytes') })).rejects.toThrow(/attributes\.tags: `arrayColumn` requires/);
      await expect(wrong({ at: { ...instantColumn(), type: 'integer' } }, false)).rejects.toThrow(
        /`instantColumn` requires/,
      );
    });

    test.skipIf(!isPostgres)('arrays of every type, intervals, and points', async () => {
      const lists = ['moods', 'bigs', 'ints', 'decimals', 'floats', 'flags', 'times', 'walls', 'days', 'uuids', 'grid'];
      const any = z.unknown().optional();
      const types = defineApi({
        facts: {
          attributes: {
            ...Object.fromEntries(
              [...lists, 'span', 'mood'].map((it) => [it, attribute(any, { filter: true, sort: true })]),
            ),
            // The database cannot compare them.
            ...{ spot: any, round: any },
          },
          clientGeneratedIds: true,
        },
      });
      await database.exec(`
        create type mood as enum ('ok', 'sad', 'so so');
        create table fact (id varchar(20) primary key, moods mood[], bigs bigint[], ints integer[], decimals numeric(30, 2)[],
          floats double precision[], flags boolean[], times timestamptz[], walls timestamp(3)[], days date[], uuids uuid[], grid integer[],
          span interval, spot point, round circle, mood mood);
        insert into fact values ('1', '{sad,"so so",null}', '{9007199254740993,1}', '{1,null,3}', '{900719925474099.31}', '{0.1,1e300}',
          '{true,false,null}', '{"2026-03-08 02:30:00.123456+00",null}', '{"2026-03-08 02:30:00.125"}', '{2026-03-08,0099-01-01}',
          '{0f8fad5b-d9cb-469f-a165-70867728950e}', '{{1,2},{3,4}}', '1 day 02:00:00', '(1,2.5)', '<(1,2),3>', 'so so');`);
      const { send, failures } = await serve(database.db, types, { facts: { table: 'fact' } }, true);
      const attributes = {
        moods: ['sad', 'so so', null],
        bigs: ['9007199254740993', '1'],
        ints: [1, null, 3],
        decimals: ['900719925474099.31'],
        floats: [0.1, 1e300],
        flags: [true, false, null],
        times: ['2026-03-08T02:30:00.123456Z', null],
        walls: ['2026-03-08T02:30:00.125Z'],
        days: ['2026-03-08', '0099-01-01'],
        uuids: ['0f8fad5b-d9cb-469f-a165-70867728950e'],
        grid: [
          [1, 2],
          [3, 4],
        ],
        span: '1 day 02:00:00',
        spot: '(1,2.5)',
        round: '<(1,2),3>',
        mood: 'so so',
      };
      expect((await send('GET /facts/1')).document.data?.attributes).toEqual(attributes);
      const copy = await send('POST /facts', sent('2', attributes, 'facts'));
      expect(copy.document.data?.attributes).toEqual(attributes);
      expect((await send('PATCH /facts/2', sent('2', attributes, 'facts'))).document.data?.attributes).toEqual(
        attributes,
      );
      expect((await send('GET /facts?filter[span]=26:00:00')).ids).toBe('1,2');
      const wrong = await send('POST /facts', sent('3', { ints: [1, 2 ** 40] }, 'facts'));
      expect([wrong.status, wrong.document.errors?.[0]?.source]).toEqual([422, { pointer: '/data/attributes/ints' }]);
      expect(wrong.document.errors?.[0]?.detail).toBe(
        '`ints` must be an array, each element of which is an integer from -2147483648 to 2147483647.',
      );
      expect((await send('POST /facts', sent('3', { ints: 'x' }, 'facts'))).status).toBe(422);
      expect((await send('POST /facts', sent('3', { times: ['soon'] }, 'facts'))).status).toBe(422);
      expect(failures).toEqual([]);
    });

    test.skipIf(name !== 'SQLite')('an integer beyond 2^53 in a column of integers', async () => {
      await database.exec(`create table count (id integer primary key, size integer, label text not null);
        insert into count values (1, 9007199254740993, 'a'), (2, 5, 'b'), (9007199254740995, -9223372036854775808, 'c')`);
      const size = attribute(
        z
          .union([z.int(), z.string().regex(/^-?\d+$/)])
          .nullable()
          .default(null),
        { sort: true, filter: true },
      );
      const types = defineApi({ counts: { attributes: { size, label: z.string() } } });
      for (const hasDatabaseSchema of [true, false]) {
        const { send, paged, failures } = await serve(
          database.db,
          types,
          { counts: { table: 'count', idType: 'integer' } },
          hasDatabaseSchema,
        );
        const { document, ids } = await send('GET /counts');
        expect(ids).toBe('1,2,9007199254740995');
        expect(document.data.map(({ attributes }: { attributes: Attributes }) => attributes['size'])).toEqual([
          '9007199254740993',
          5,
          '-9223372036854775808',
        ]);
        expect((await send('GET /counts?filter[size]=9007199254740993')).ids).toBe('1');
        expect((await send('GET /counts/9007199254740995')).ids).toBe('9007199254740995');
        const seen: string[] = [];
        for (let link: string | null = '/counts?sort=size&page[size]=1'; link !== null && seen.length < 5; ) {
          const page = await paged(`GET ${link}`);
          expect(page.status).toBe(200);
          seen.push(page.ids ?? '');
          link = hrefOf(page.document.links.next);
        }
        expect(seen).toEqual(['9007199254740995', '2', '1']);
        const same = await send('PATCH /counts/2', sent('2', { size: '9007199254740997' }, 'counts'));
        expect([hasDatabaseSchema, same.status, same.document.errors, failures]).toEqual([
          hasDatabaseSchema,
          200,
          undefined,
          [],
        ]);
        expect(same.document.data?.attributes.size).toBe('9007199254740997');
        expect((await send('PATCH /counts/2', sent('2', { size: 5 }, 'counts'))).document.data?.attributes.size).toBe(
          5,
        );
        expect(failures).toEqual([]);
      }
    });
  });
});
