/** Several updates do what each of them would do alone, on every database. */

import { defineApi, toMany, toOne } from '@linkage/core';
import type { DataSource, SourceCall } from '@linkage/server';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../../test/databases.ts';
import { useDatabase } from '../../test/use-database.ts';
import { createKyselySources, jsonColumn, readDatabaseSchema } from '../index.ts';

const api = defineApi({
  things: {
    attributes: {
      text: z.string().nullable(),
      count: z.int().nullable(),
      big: z.string().nullable(),
      price: z.string().nullable(),
      isOpen: z.boolean().nullable(),
      at: z.iso.datetime().nullable(),
      data: z.json(),
    },
    relationships: { owner: toOne('owners'), tags: toMany('owners') },
  },
  owners: { attributes: { name: z.string() } },
});
const tables = (name: string) =>
  `
  create table owner (id integer primary key, name varchar(20) not null);
  create table thing (
    id varchar(20) primary key, ${'`text`'} varchar(20), ${'`count`'} integer, big bigint, price numeric(20, 2), is_open boolean,
    at ${name === 'MariaDB' ? 'datetime(3)' : name === 'SQLite' ? 'timestamp' : 'timestamptz'},
    data json, tenant varchar(20) not null, revision integer not null, touched varchar(20), owner_id integer references owner (id)
  );
  create table thing_tag (thing_id varchar(20) not null references thing (id), owner_id integer not null references owner (id), primary key (thing_id, owner_id));
`.replaceAll('`', name === 'MariaDB' ? '`' : '"');
const reset = `
  delete from thing_tag; delete from thing; delete from owner;
  insert into owner values (1, 'Ada'), (2, 'Bo');
  insert into thing (id, tenant, revision, owner_id) values ('a', 'one', 1, 1), ('b', 'one', 1, null), ('c', 'one', 1, 1), ('d', 'two', 1, 1), ('e', 'one', 1, 1);
`;
const values = {
  text: ["it's", null, '5'],
  count: [7, null, -1],
  big: ['9007199254740993', null, '1'],
  price: ['1234567890123.45', null, '0.10'],
  isOpen: [true, null, false],
  at: ['2026-01-02T03:04:05.678Z', null, '1999-12-31T23:59:59.000Z'],
  data: [{ a: [1, "it's"] }, null, 'text'],
} as const;
type Updates = readonly { readonly id: string; readonly input: never }[];
const call: SourceCall = { context: undefined, signal: new AbortController().signal };
const update = (id: string, attributes: object, relationships: object = {}) => ({
  id,
  input: { attributes, relationships } as never,
});
const owner = (id: string) => ({ owner: { type: 'owners', id } });

const lists: readonly (readonly [string, Updates])[] = [
  ...Object.entries(values).map(
    ([name, [first, second, third]]) =>
      [
        `\`${name}\``,
        [update('c', { [name]: first }), update('a', { [name]: second }), update('b', { [name]: third })],
      ] as const,
  ),
  [
    'all',
    [0, 1, 2].map((index) =>
      update('abc'.charAt(index), Object.fromEntries(Object.entries(values).map(([name, of]) => [name, of[index]]))),
    ),
  ],
  ['links', [update('a', {}, { owner: null }), update('b', {}, owner('2')), update('c', {}, owner('1'))]],
  [
    'different columns',
    [update('a', { text: 'x' }), update('b', { text: 'y' }), update('c', { count: 5 }), update('e', { text: 'z' })],
  ],
  [
    'rows that the row filter excludes',
    [update('d', { text: 'x' }), update('a', { text: 'y' }), update('none', { text: 'z' })],
  ],
  [
    'members',
    [
      update('a', { text: 'x' }, { tags: [{ type: 'owners', id: '1' }] }),
      update('b', { text: 'y' }),
      update('c', { text: 'z' }),
    ],
  ],
  ['nothing', [update('a', {}), update('b', {})]],
  ['no resource', []],
];

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'updates', () => {
    const statements: string[] = [];
    const database = useDatabase<Record<string, Record<string, unknown>>>(open, tables(name), statements);
    let things: Required<DataSource>;
    beforeAll(async () => {
      const mapping = {
        things: {
          table: 'thing',
          attributes: { isOpen: 'is_open', ...(name === 'SQLite' ? { data: jsonColumn() } : {}) },
          relationships: {
            owner: { column: 'owner_id' },
            tags: { through: 'thing_tag', from: 'thing_id', to: 'owner_id' },
          },
          ...{ where: { tenant: 'one' }, version: 'revision', onUpdate: { touched: () => 'yes' } },
        },
        owners: { table: 'owner', idType: 'integer' },
      };
      const sources = createKyselySources(api, database.db, mapping as never, {
        databaseSchema: await readDatabaseSchema(database.db),
      });
      things = (sources as unknown as { readonly things: unknown }).things as Required<DataSource>;
    });
    beforeEach(() => database.exec(reset));
    const stored = () => database.db.selectFrom('thing').selectAll().orderBy('id').execute();

    test.each(lists)('%s', async (_, list) => {
      const alone = [];
      for (const { id, input } of list) alone.push(await things.update(id, input, call));
      const expected = await stored();
      await database.exec(reset);
      statements.length = 0;
      expect(await things.updateAll(list, call)).toEqual(alone);
      expect(await stored()).toEqual(expected);
    });

    test('updates of the same columns are one statement', async () => {
      await things.updateAll([update('a', { text: 'x', count: 1 }), update('b', { count: 2, text: 'y' })], call);
      expect(statements.filter((it) => it.startsWith('update'))).toHaveLength(1);
    });

    test('if one fails, none is written', async () => {
      const list = [
        update('a', { text: 'x' }),
        update('b', { text: 'y' }, owner('9')),
        update('c', { text: 'z' }, owner('9')),
      ];
      await expect(things.updateAll(list, call)).rejects.toThrow();
      expect((await stored()).map((row) => row['text'])).toEqual([null, null, null, null, null]);
    });
  });
});
