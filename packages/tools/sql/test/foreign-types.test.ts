/** Types that the sources do not know, with values that the database cannot read: as attributes and as ids, no request fails with 5xx. */
import { createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { type DatabaseName, databases } from '../../../sources/kysely/test/databases.ts';
import { requestsTo } from '../../../sources/kysely/test/requests.ts';
import { useDatabase } from '../../../sources/kysely/test/use-database.ts';
import { declareModel } from '../src/files/declare-model.ts';
import { draftModel } from '../src/model/draft-model.ts';
import { kinds } from './column-values.ts';

/** A type and a value as SQL, and whether columns of it can be ids. */
type Foreign = readonly [type: string, value: string, isId: boolean];

const postgres: readonly Foreign[] = [
  ['hstore', "'a=>1'", false],
  ['pair', "'(1,a)'", false],
  ['pair[]', `'{"(1,a)"}'`, false],
  ['jsonpath', "'$.a'", false],
  ['tsvector', "'a b'", true],
  ['tsquery', "'a & b'", true],
  ['interval', "'1 day'", false],
  ['citext', "'Ab'", true],
  ['point', "'(1,2)'", false],
  ['daterange', "'[2026-01-01,2026-02-01)'", true],
  ['nummultirange', "'{[1.5,2)}'", true],
  ['macaddr8', "'08:00:2b:01:02:03:04:05'", true],
  ['xid8', "'5'", true],
  ['money', "'12.50'", true],
  ['bit(3)', "'101'", true],
  ['numbers', "'{{1,2},{3,4}}'", false],
  ['"char"', "'a'", true],
  ['name', "'n'", true],
  ['regclass', "'pg_class'", false],
];

const types: Readonly<Record<DatabaseName, readonly Foreign[]>> = {
  PGlite: [],
  PostgreSQL: postgres,
  SQLite: [
    ['real', '1.5', true],
    ['date', "'2026-02-28'", true],
    ['json', "'{}'", false],
    ['string', "'a'", true],
    ['time', "'10:00:00'", true],
    ['interval', "'1 day'", false],
    ['mediumtext', "'a'", true],
    ['decimal(8, 2)', '1.25', true],
    ['timestamptz', "'2026-01-01T00:00:00Z'", true],
  ],
  MariaDB: [
    ['int(5) unsigned zerofill', "'42'", true],
    ['varchar(20) character set latin1', "'a'", true],
    ['varchar(20) character set ascii', "'a'", true],
    ['varchar(20) character set cp1251', "'a'", true],
    ['varchar(20) character set latin2', "'a'", true],
    ['varchar(20) character set utf8mb3', "'a'", true],
    ['varchar(20) character set ucs2 collate ucs2_bin', "'a'", true],
    ["enum('a', 'é') character set latin1", "'a'", true],
    ['inet4', "'10.0.0.1'", true],
    ['year', "'1999'", true],
    ['bit(9)', "b'1'", false],
    ["set('a', 'b')", "'a,b'", true],
    ['binary(16)', "x'00112233445566778899aabbccddeeff'", false],
  ],
};

const prelude = `
  create extension citext; create extension hstore; create type pair as (one integer, other text);
  create domain rows as integer[]; create domain numbers as integer[][];
`;

const hostile = [
  ...['x', '5', '-1', '1.5', '9e999', '99999999999999999999999', '9223372036854775808', '2026-02-30', '{"a":1}'],
  ...[
    '[1]',
    'é',
    'Œ€',
    '日本',
    '😀',
    '\u0080',
    'true',
    "'",
    '\\x00',
    'NaN',
    'infinity',
    '(1,2)',
    '{a}',
    'POINT(1 2)',
    '=',
    'a\\b',
    'a'.repeat(70),
  ],
];

const schema = (all: readonly Foreign[]): string =>
  all
    .map(
      ([type, value, isId], index) => `
        create table v${index} (id integer primary key, val ${type}); insert into v${index} values (1, ${value});
        ${isId ? `create table k${index} (val ${type} primary key, note varchar(20)); insert into k${index} values (${value}, 'n');` : ''}`,
    )
    .join('');

describe.each(databases.filter(({ name }) => types[name].length > 0))('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'foreign types', () => {
    const database = useDatabase<never>(open, `${kinds[name] === 'postgres' ? prelude : ''}${schema(types[name])}`);

    test.each(types[name].map(([type, , isId], index) => [type, isId, index] as const))(
      '%s',
      async (type, isId, index) => {
        const databaseSchema = await readDatabaseSchema(database.db);
        const model = draftModel(databaseSchema, {
          database: kinds[name],
          filter: 'all',
          tables: [`v${index}`, `k${index}`],
        });
        const { api, mapping } = declareModel(model);
        const failures: unknown[] = [];
        const onError = (error: unknown): void => void failures.push(error);
        const sources = createKyselySources(api, database.db, mapping as never, { databaseSchema });
        const send = requestsTo(createServer(api, sources as never, { onError }) as never);
        expect(model.types.map(({ tableName }) => tableName).sort()).toEqual(
          isId ? [`k${index}`, `v${index}`] : [`v${index}`],
        );
        for (const { name: own, tableName, attributes } of model.types) {
          const [shown] = (await send(`GET /${own}`)).document.data;
          expect((await send(`GET /${own}/${encodeURIComponent(shown.id)}`)).status).toBe(200);
          const { filter } = attributes.find(({ column }) => column === 'val') ?? {};
          for (const value of hostile) {
            const text = encodeURIComponent(value);
            if (tableName.startsWith('k')) {
              await send(`GET /${own}/${text}`);
              await send(`GET /${own}?filter[id]=${text}`);
              continue;
            }
            for (const operator of filter === true ? ['eq', 'gt', 'contains'] : [])
              await send(`GET /${own}?filter[val][${operator}]=${text}`);
            const { status } = await send(`PATCH /${own}/1`, { type: own, id: '1', attributes: { val: value } });
            // A value that is accepted is stored as it is, unless the type has one string for several values.
            const { attributes: stored } = (await send(`GET /${own}/1`)).document.data;
            if (status === 200 && /^(?:"char"|name|string|time|mediumtext)$/.test(type)) expect(stored.val).toBe(value);
          }
        }
        expect(failures).toEqual([]);
      },
    );
  });
});
