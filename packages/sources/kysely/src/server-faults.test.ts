/** Faults of the application in statements are faults of the server: 500, and `onError` once. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { type AccessRules, createServer, type ServerOptions } from '@linkage/server';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DatabaseName, databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  people: {
    attributes: {
      name: attribute(z.string().default(''), on),
      age: attribute(z.any().default(0), on),
      score: attribute(z.number().default(0), { ...on, write: false }),
    },
    relationships: {
      articles: toMany('articles', { filter: true }),
      friends: toMany('people', { filter: true }),
    },
    clientGeneratedIds: true,
  },
  articles: {
    attributes: { title: attribute(z.string().default(''), on) },
    relationships: { author: toOne('people', on) },
    clientGeneratedIds: true,
  },
});

const tables = `
  create table person (id varchar(20) primary key, name varchar(20) not null, age integer, raw varchar(20), big bigint, tenant integer);
  create table article (id varchar(20) primary key, title varchar(20), author_id varchar(20) references person (id));
  create table friend (person_id varchar(20), friend_id varchar(20), primary key (person_id, friend_id));
  insert into person values ('1', 'Ada', 30, '7', 1, 1), ('2', 'Bo', 40, 'seven', 9223372036854775807, 1);
  insert into article values ('a', 'Alpha', '1'), ('b', 'Beta', '2');
  insert into friend values ('1', '2'), ('2', '1');
`;

/** Expressions that fail on the row of person 2 only, with the kind of error that an invalid value of a client has. */
type Column = (name: string) => RawBuilder<unknown>;
const failing: Readonly<Record<DatabaseName, (row: Column) => RawBuilder<unknown>>> = {
  SQLite: (row) => sql`length(zeroblob(case when ${row('raw')} = '7' then 7 else 2000000000 end))`,
  PGlite: (row) => sql`cast(${row('raw')} as integer)`,
  PostgreSQL: (row) => sql`cast(${row('raw')} as integer)`,
  MariaDB: (row) => sql`${row('big')} + 1`,
};

type Options = ServerOptions<unknown, typeof api>;

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'faults of the server', () => {
    const database = useDatabase(open, tables);

    async function serve(people: object, withDatabaseSchema: boolean, options: Options = {}) {
      const databaseSchema = withDatabaseSchema ? await readDatabaseSchema(database.db) : undefined;
      const sources = createKyselySources(
        api,
        database.db,
        {
          people: {
            table: 'person',
            attributes: { score: { expression: (row: Column) => row('age') } },
            relationships: {
              articles: { foreignKey: 'author_id' },
              friends: { through: 'friend', from: 'person_id', to: 'friend_id' },
            },
            ...people,
          } as never,
          articles: { table: 'article', relationships: { author: { column: 'author_id' } } },
        },
        { databaseSchema },
      );
      const failures: unknown[] = [];
      const server = createServer(api, sources, { ...options, onError: (error) => void failures.push(error) });
      const send = requestsTo(server);
      return async (line: string, data?: unknown) => {
        failures.length = 0;
        const { status, document } = await send(line.replaceAll('"', '%22'), data);
        return [status, document.errors?.[0].code, failures.length];
      };
    }
    const fault = [500, 'INTERNAL_ERROR', 1];
    const expression = { attributes: { score: { expression: failing[name] } } };
    const person = (id: string, attributes: object, relationships: object = {}) => ({
      ...{ type: 'people', id, attributes, relationships },
    });
    const guarded: AccessRules<typeof api> = {
      people: {
        read: () => [{ field: 'age', operator: 'ge', values: [0] }],
        create: () => true,
        update: () => true,
        delete: () => true,
      },
      articles: {
        read: () => [{ field: 'title', operator: 'ge', values: [''] }],
        create: () => true,
        update: () => true,
        delete: () => true,
      },
    };

    describe.each([
      ['with a database schema', true, {}],
      ['without a database schema', false, {}],
      ['under rules', false, { access: guarded }],
    ] as const)('an expression that fails on one row, %s', (_, withDatabaseSchema, options) => {
      test.each([
        ['GET /people'],
        ['GET /people?page[size]=1&page[number]=2'],
        ['GET /people/2'],
        ['GET /people?filter[name]=Bo'],
        ['GET /people?filter[score]=7'],
        ['GET /people?filter[score][gt]=1&page[total]=true'],
        ['GET /people?filter[name][contains]=o&fields[people]=score'],
        ['GET /people?sort=score'],
        ['GET /people?sort=-score&fields[people]=name'],
        ['GET /articles/b/author'],
        ['GET /people/1/friends'],
        ['GET /people/1?include=friends'],
        ['GET /articles?include=author'],
        ['GET /articles?filter[author.score]=7'],
        ['GET /articles?sort=author.score'],
        ['GET /people?filter[friends.score]=7&fields[people]=name'],
      ])('%s', async (line) => {
        const send = await serve(expression, withDatabaseSchema, options as Options);
        expect(await send(line)).toEqual(fault);
      });

      test('GET of a row on which it does not fail', async () => {
        const send = await serve(expression, withDatabaseSchema, options as Options);
        expect(await send('GET /people/1')).toEqual([200, undefined, 0]);
      });

      test.each<[string, object]>([
        ['PATCH /people/2', person('2', { name: 'Bob' })],
        ['PATCH /people/2', person('2', {}, { friends: { data: [] } })],
      ])('%s %j', async (line, data) => {
        const send = await serve(expression, withDatabaseSchema, options as Options);
        expect(await send(line, data)).toEqual(fault);
      });
    });

    test('the expression fails on the row that a POST creates', async () => {
      const onCreate = { raw: 'x', big: '9223372036854775807' };
      const send = await serve({ ...expression, onCreate }, true);
      expect(await send('POST /people', person('3', { name: 'Cy' }))).toEqual(fault);
      expect(await send('GET /people/3')).toEqual([404, 'NOT_FOUND', 0]);
    });

    const [long, isPostgres] = ['x'.repeat(30), name === 'PGlite' || name === 'PostgreSQL'];
    const create = person('4', { name: 'Di' });
    const update = person('1', { name: 'Ada' });
    const wrongRule: AccessRules<typeof api> = {
      people: {
        read: () => [{ field: 'age', operator: 'eq', values: ['many'] }],
        create: () => true,
        update: () => true,
      },
      articles: { read: () => true },
    };

    // SQLite stores any text in any column, and compares it with any other.
    describe.runIf(name !== 'SQLite')('values of the mapping and of rules', () => {
      test.each<[string, object, string, object?]>([
        ['a value of new rows that is too long', { onCreate: { raw: long } }, 'POST /people', create],
        ['a function of a call that returns it', { onCreate: { raw: () => long } }, 'POST /people', create],
        ['a value of new rows of another type', { onCreate: { big: () => 'many' } }, 'POST /people', create],
        ['a value of the row filter of another type', { where: { tenant: () => 'many' } }, 'POST /people', create],
        ['a value of updates that is too long', { onUpdate: { raw: long } }, 'PATCH /people/1', update],
        ['a value of updates of another type', { onUpdate: { big: () => 'many' } }, 'PATCH /people/1', update],
        ['a deletion that writes such a value', { softDelete: { big: 'many' }, where: { big: 1 } }, 'DELETE /people/1'],
      ])('%s', async (_, mapping, line, data) => {
        expect(await (await serve(mapping, false))(line, data)).toEqual(fault);
      });
    });

    // MariaDB converts values of another type instead of an error.
    describe.runIf(isPostgres)('values that a comparison cannot read', () => {
      test.each([
        'GET /people',
        'GET /people/1',
        'GET /people/1/friends',
        'GET /people?filter[name]=Ada',
        'DELETE /people/1',
      ])('a value of the row filter: %s', async (line) =>
        expect(await (await serve({ where: { tenant: () => 'many' } }, false))(line)).toEqual(fault),
      );
      test.each(['GET /people', 'GET /people/1', 'GET /people?filter[name]=Ada', 'GET /articles?include=author'])(
        'a value of a rule: %s',
        async (line) => expect(await (await serve({}, false, { access: wrongRule } as Options))(line)).toEqual(fault),
      );
      test.each<[string, object?]>([
        ['GET /people?filter[age]=many'],
        ['GET /people?filter[age][gt]=many'],
        ['GET /people?filter[age]=1,many&page[total]=true'],
        ['GET /articles?filter[author.age]=many'],
        ['GET /people/1/friends?filter[age]=many'],
      ])('a value of the client: %s', async (line) => {
        for (const access of [undefined, guarded]) {
          const send = await serve({}, false, access && ({ access } as Options));
          expect(await send(line)).toEqual([400, 'FILTER_VALUE_INVALID', 0]);
        }
      });
      test.each<[string, object?]>([
        ['GET /people/%00'],
        ['GET /people/%00/friends'],
        ['DELETE /people/%00'],
        ['PATCH /people/%00', person('\u0000', { name: 'x' })],
      ])('an id of the client: %s', async (line, data) => {
        for (const access of [undefined, guarded]) {
          const send = await serve({}, false, access && ({ access } as Options));
          expect(await send(line, data)).toEqual([404, 'NOT_FOUND', 0]);
        }
      });
    });

    // A value that the database cannot store is the client's with a database schema and without one.
    describe.runIf(name !== 'SQLite')('values that the client writes', () => {
      test.each<[string, string, object]>([
        ['a text that is too long', 'POST /people', person('5', { name: long })],
        ['a value of another type', 'POST /people', person('5', { age: 'many' })],
        ['a number out of range', 'POST /people', person('5', { age: 2 ** 40 })],
        ['a text that is too long', 'PATCH /people/1', person('1', { name: long })],
        ['a value of another type', 'PATCH /people/1', person('1', { age: 'many' })],
      ])('%s: %s', async (_, line, data) => {
        for (const withDatabaseSchema of [true, false]) {
          for (const mapping of [{}, { onCreate: { raw: 'x' }, onUpdate: { raw: 'y' } }]) {
            const [status, , failures] = await (await serve(mapping, withDatabaseSchema))(line, data);
            expect([status, failures]).toEqual([422, 0]);
          }
        }
      });
      test('an id of linkage', async () => {
        const friends = {
          friends: {
            data: [
              { type: 'people', id: 'none' },
              { type: 'people', id: '\u0000' },
            ],
          },
        };
        const send = await serve({}, false);
        expect(await send('PATCH /people/1', person('1', {}, friends))).toEqual([404, 'RELATED_RESOURCE_NOT_FOUND', 0]);
      });
    });
  });
});
