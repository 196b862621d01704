/** The events of soft deletions, of deletions by the mapping, of polymorphic relationships, of composite ids, and of writers of both relationships. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer } from '@linkage/server';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../../test/databases.ts';
import {
  api as pairApi,
  rows as pairRows,
  sourcesOf as pairSources,
  tables as pairTables,
} from '../../test/outbox-world.ts';
import { requestsTo } from '../../test/requests.ts';
import { useDatabase } from '../../test/use-database.ts';
import {
  createKyselySources,
  createOutboxTable,
  type DatabaseSchema,
  readDatabaseSchema,
  readEvents,
} from '../index.ts';

const name = z.string();
const own = { clientGeneratedIds: true } as const;
const api = defineApi({
  albums: { attributes: { name }, relationships: { photos: toMany('photos'), notes: toMany('notes') }, ...own },
  photos: {
    attributes: { name },
    relationships: { album: toOne('albums'), notes: toMany('notes'), prints: toMany('prints', { write: false }) },
    ...own,
  },
  notes: { attributes: { name }, relationships: { about: toOne(['albums', 'photos'], { inverse: 'notes' }) }, ...own },
  prints: {
    attributes: { number: attribute(z.number().int(), { write: 'create' }) },
    relationships: { photo: toOne('photos', { write: 'create', inverse: 'prints' }), stamps: toMany('stamps') },
    ...own,
  },
  stamps: { attributes: { name }, relationships: { print: toOne('prints', { inverse: 'stamps' }) }, ...own },
});
const tables = `
  create table album (id varchar(20) primary key, name varchar(20) not null, deleted integer not null default 0);
  create table photo (id varchar(20) primary key, name varchar(20) not null, deleted integer not null default 0, album_id varchar(20));
  create table note (id varchar(20) primary key, name varchar(20) not null, about_id varchar(20), about_type varchar(20));
  create table print (photo_id varchar(20) not null, number integer not null, primary key (photo_id, number));
  create table stamp (id varchar(20) primary key, name varchar(20) not null, photo_id varchar(20), number integer,
    foreign key (photo_id, number) references print (photo_id, number) on delete set null);
`;
const rows = `
  delete from stamp; delete from print; delete from note; delete from photo; delete from album; delete from outbox;
  insert into album values ('a', 'A', 0), ('b', 'B', 0);
  insert into photo values ('p', 'P', 0, 'a'), ('q', 'Q', 0, 'a'), ('r', 'R', 1, 'a');
  insert into note values ('m', 'M', 'a', 'album'), ('n', 'N', 'p', 'photo');
  insert into print values ('p', 1), ('p', 2), ('q', 1);
  insert into stamp values ('s', 'S', 'p', 1), ('t', 'T', null, null);
`;
const mapping = {
  albums: {
    table: 'album',
    where: { deleted: 0 },
    softDelete: { deleted: 1 },
    relationships: {
      photos: { foreignKey: 'album_id', onDelete: 'cascade' },
      notes: { foreignKey: 'about_id', typeColumn: 'about_type', typeValue: 'album', onDelete: 'set null' },
    },
  },
  photos: {
    table: 'photo',
    where: { deleted: 0 },
    softDelete: { deleted: 1 },
    relationships: {
      album: { column: 'album_id' },
      notes: { foreignKey: 'about_id', typeColumn: 'about_type', typeValue: 'photo', onDelete: 'cascade' },
      prints: { foreignKey: 'photo_id', onDelete: 'cascade' },
    },
  },
  notes: {
    table: 'note',
    relationships: {
      about: { column: 'about_id', typeColumn: 'about_type', types: { albums: 'album', photos: 'photo' } },
    },
  },
  prints: {
    table: 'print',
    id: ['photo_id', 'number'],
    relationships: { photo: { column: 'photo_id' }, stamps: { foreignKey: ['photo_id', 'number'] } },
  },
  stamps: { table: 'stamp', relationships: { print: { column: ['photo_id', 'number'] } } },
} as const;

const link = (type: string, id: string) => ({ type, id });
const cases: readonly (readonly [title: string, line: string, data: unknown, events: readonly string[]])[] = [
  [
    'a soft deletion: what the mapping marks and deletes with it, and the links to these',
    'DELETE /albums/a',
    undefined,
    [
      ...[
        'albums a delete',
        'notes m updateRelationship about',
        'notes n delete',
        'photos p delete',
        'photos q delete',
      ],
      ...['prints p~1 delete', 'prints p~2 delete', 'prints q~1 delete', 'stamps s updateRelationship print'],
    ],
  ],
  [
    'a soft deletion of a member: its owner, its notes, its prints',
    'DELETE /photos/p',
    undefined,
    [
      ...[
        'albums a updateRelationship photos',
        'notes n delete',
        'photos p delete',
        'prints p~1 delete',
        'prints p~2 delete',
      ],
      'stamps s updateRelationship print',
    ],
  ],
  ['a row that is deleted already', 'DELETE /photos/r', undefined, []],
  [
    'a polymorphic link moves to another type: both owners',
    'PATCH /notes/m/relationships/about',
    link('photos', 'q'),
    ['albums a updateRelationship notes', 'notes m updateRelationship about', 'photos q updateRelationship notes'],
  ],
  [
    'members of a polymorphic relationship, taken from another type',
    'POST /albums/b/relationships/notes',
    [link('notes', 'n')],
    ['albums b updateRelationship notes', 'notes n updateRelationship about', 'photos p updateRelationship notes'],
  ],
  [
    'a link to a composite id, and the owner that loses it',
    'PATCH /stamps/s/relationships/print',
    link('prints', 'p~2'),
    [
      'prints p~1 updateRelationship stamps',
      'prints p~2 updateRelationship stamps',
      'stamps s updateRelationship print',
    ],
  ],
  [
    'members of a resource with a composite id',
    'PATCH /prints/q~1/relationships/stamps',
    [link('stamps', 's'), link('stamps', 't')],
    [
      'prints p~1 updateRelationship stamps',
      'prints q~1 updateRelationship stamps',
      'stamps s updateRelationship print',
      'stamps t updateRelationship print',
    ],
  ],
  [
    'a deletion of a composite id: the database removes both columns of the link',
    'DELETE /prints/p~1',
    undefined,
    ['photos p updateRelationship prints', 'prints p~1 delete', 'stamps s updateRelationship print'],
  ],
];

describe.each(databases)('events on $name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'corners', () => {
    const database = useDatabase(open, tables);
    let databaseSchema: DatabaseSchema;
    beforeAll(async () => {
      await createOutboxTable(database.db);
      databaseSchema = await readDatabaseSchema(database.db);
    });
    beforeEach(() => database.exec(rows));

    test.each(cases)('%s: %s', async (_title, line, data, expected) => {
      const sources = createKyselySources(api, database.db, mapping as never, { databaseSchema, outbox: 'outbox' });
      const { status } = await requestsTo(
        createServer(api, sources as never, { uncheckedInverses: { prints: ['photo'], photos: ['prints'] } }),
      )(line, data);
      expect([200, 204, 404]).toContain(status);
      const { events } = await readEvents(api, database.db);
      const found = events.map(({ type, id, operation, fields }) => [type, id, operation, ...fields].join(' '));
      expect(found.sort()).toEqual(expected);
    });
  });

  describe.skipIf(missing !== undefined)(missing ?? 'rows that the database deletes', () => {
    const shelves = defineApi({
      shelves: { attributes: { name }, relationships: { books: toMany('books', { write: false }) } },
      books: {
        attributes: { name },
        relationships: { shelf: toOne('shelves', { inverse: 'books' }), leaves: toMany('leaves', { write: false }) },
      },
      leaves: { attributes: { name }, relationships: { book: toOne('books', { inverse: 'leaves' }) } },
    });
    const database = useDatabase(
      open,
      `
      create table shelf (id varchar(20) primary key, name varchar(20) not null);
      create table book (id varchar(20) primary key, name varchar(20) not null, hidden integer not null, shelf_id varchar(20),
        foreign key (shelf_id) references shelf (id) on delete cascade);
      create table leaf (id varchar(20) primary key, name varchar(20) not null, book_id varchar(20),
        foreign key (book_id) references book (id) on delete cascade);
      insert into shelf values ('s', 'S');
      insert into book values ('a', 'A', 0, 's'), ('b', 'B', 1, 's');
      insert into leaf values ('l', 'L', 'a'), ('m', 'M', 'b');
    `,
    );

    test('a row that the row filter of its type excludes has no event, and what is deleted with it has one', async () => {
      await createOutboxTable(database.db);
      const sources = createKyselySources(
        shelves,
        database.db,
        {
          shelves: { table: 'shelf', relationships: { books: { foreignKey: 'shelf_id' } } },
          books: {
            table: 'book',
            where: { hidden: 0 },
            relationships: { shelf: { column: 'shelf_id' }, leaves: { foreignKey: 'book_id' } },
          },
          leaves: { table: 'leaf', relationships: { book: { column: 'book_id' } } },
        } as never,
        { databaseSchema: await readDatabaseSchema(database.db), outbox: 'outbox' },
      );
      expect((await requestsTo(createServer(shelves, sources))('DELETE /shelves/s')).status).toBe(204);
      const { events } = await readEvents(shelves, database.db);
      expect(events.map(({ type, id, operation }) => `${type} ${id} ${operation}`).sort()).toEqual([
        ...['books a delete', 'leaves l delete', 'leaves m delete', 'shelves s delete'],
      ]);
    });
  });

  describe.skipIf(missing !== undefined)(missing ?? 'writers of both relationships', () => {
    const database = useDatabase(open, pairTables);
    let databaseSchema: DatabaseSchema;
    beforeAll(async () => {
      await createOutboxTable(database.db);
      databaseSchema = await readDatabaseSchema(database.db);
    });

    test('each resource whose links differ in the end has an event after its last change', async () => {
      const send = requestsTo(createServer(pairApi, pairSources(database.db, databaseSchema)));
      const urls = ['/articles/a', '/articles/b'].map((it) => `${it}/relationships/tags`);
      const others = ['/tags/t', '/tags/u'].map((it) => `${it}/relationships/articles`);
      const all = [...urls, ...others];
      const linkage = async () => Promise.all(all.map(async (url) => String((await send(`GET ${url}`)).ids)));
      const identityOf = (url: string): string => url.split('/').slice(1, 3).join(' ');
      for (let round = 0; round < 8; round++) {
        await database.exec(`${pairRows} delete from outbox;`);
        const before = await linkage();
        const pick = (list: readonly string[], at: number): string => list[at % list.length] as string;
        const writes = Array.from({ length: 8 }, (_, at) => {
          const side = (at + round) % 2 === 0 ? urls : others;
          const members =
            side === urls ? [link('tags', pick(['t', 'u'], at >> 1))] : [link('articles', pick(['a', 'b'], at >> 1))];
          return send(`${pick(['PATCH', 'POST', 'DELETE'], at + round)} ${pick(side, at >> 2)}`, members);
        });
        for (const { status } of await Promise.all(writes)) expect([200, 204, 409]).toContain(status);
        const after = await linkage();
        const told = new Set((await readEvents(pairApi, database.db)).events.map(({ type, id }) => `${type} ${id}`));
        for (const [index, url] of all.entries())
          if (before[index] !== after[index]) expect([...told]).toContain(identityOf(url));
        // Both relationships agree.
        expect([after[0]?.includes('t'), after[1]?.includes('t')]).toEqual([
          after[2]?.includes('a'),
          after[2]?.includes('b'),
        ]);
      }
    });
  });
});
