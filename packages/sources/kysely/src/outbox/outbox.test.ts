/** The events of writes, on every database. */

import { defineApi, toOne } from '@linkage/core';
import { atomicOperations, createServer, type DataSource } from '@linkage/server';
import { type Kysely, sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databases } from '../../test/databases.ts';
import { api, rows, sourcesOf, tables } from '../../test/outbox-world.ts';
import { requestsTo } from '../../test/requests.ts';
import { useDatabase } from '../../test/use-database.ts';
import {
  createKyselySources,
  createOutboxTable,
  type DatabaseSchema,
  readDatabaseSchema,
  readEvents,
} from '../index.ts';

const link = (type: string, id: string) => ({ type, id });
const to = (type: string, ...ids: readonly string[]) => ({ data: ids.map((id) => link(type, id)) });
const resource = (type: string, id: string, relationships: object = {}, attributes: object = {}) => ({
  ...{ type, id, attributes, relationships },
});

/** Requests, and the events of each, in the order of their strings. */
const cases: readonly (readonly [title: string, line: string, data: unknown, events: readonly string[]])[] = [
  [
    'a creation, and the inverse relationships of its links',
    'POST /articles',
    resource('articles', 'n', { author: { data: link('people', '1') }, tags: to('tags', 't') }, { name: 'New' }),
    [
      'articles n create name,author,tags 0',
      'people 1 updateRelationship articles',
      'tags t updateRelationship articles',
    ],
  ],
  [
    'a creation that takes a member from another owner',
    'POST /articles',
    resource('articles', 'n', { comments: to('comments', 'z') }),
    [
      'articles b updateRelationship comments 0',
      'articles n create name,comments 0',
      'comments z updateRelationship article',
    ],
  ],
  [
    'an update of attributes',
    'PATCH /articles/a',
    resource('articles', 'a', {}, { name: 'x' }),
    ['articles a update name 1'],
  ],
  [
    'an update of a to-one relationship: the former and the new owner',
    'PATCH /articles/a',
    resource('articles', 'a', { author: { data: link('people', '2') } }),
    ['articles a update author 1', 'people 1 updateRelationship articles', 'people 2 updateRelationship articles'],
  ],
  [
    'an update of members in a join table',
    'PATCH /articles/a',
    resource('articles', 'a', { tags: to('tags', 'u') }),
    ['articles a update tags 1', 'tags t updateRelationship articles', 'tags u updateRelationship articles'],
  ],
  [
    'a change of members in a join table from the inverse relationship',
    'POST /tags/u/relationships/articles',
    [link('articles', 'a'), link('articles', 'b')],
    [
      'articles a updateRelationship tags 0',
      'articles b updateRelationship tags 0',
      'tags u updateRelationship articles',
    ],
  ],
  [
    'a member that is there already changes nothing on the inverse relationship',
    'POST /tags/t/relationships/articles',
    [link('articles', 'a')],
    ['tags t updateRelationship articles'],
  ],
  [
    'a member that moves from another owner',
    'POST /articles/a/relationships/comments',
    [link('comments', 'z')],
    [
      'articles a updateRelationship comments 1',
      'articles b updateRelationship comments 0',
      'comments z updateRelationship article',
    ],
  ],
  [
    'members that a replacement releases',
    'PATCH /articles/a/relationships/comments',
    [],
    ['articles a updateRelationship comments 1', 'comments x updateRelationship article'],
  ],
  [
    'members that are removed',
    'DELETE /articles/a/relationships/tags',
    [link('tags', 't')],
    ['articles a updateRelationship tags 1', 'tags t updateRelationship articles'],
  ],
  [
    'a deletion, what the database deletes with it, and links to these',
    'DELETE /articles/a',
    undefined,
    [
      'articles a delete ',
      'comments x delete ',
      'comments y delete ',
      'people 1 updateRelationship articles',
      'tags t updateRelationship articles',
    ],
  ],
  [
    'a deletion after which the database removes foreign keys',
    'DELETE /people/1',
    undefined,
    ['articles a updateRelationship author 0', 'people 1 delete '],
  ],
  [
    'a deletion of a member of join tables',
    'DELETE /tags/t',
    undefined,
    ['articles a updateRelationship tags 0', 'tags t delete '],
  ],
  ['a write to a missing resource', 'DELETE /tags/no', undefined, []],
  [
    'a rejected write',
    'PATCH /articles/a',
    resource('articles', 'a', { tags: to('tags', 'u', 'no') }, { name: 'x' }),
    [],
  ],
];

describe.each(databases)('events on $name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'events', () => {
    const statements: string[] = [];
    const database = useDatabase(open, tables, statements);
    let databaseSchema: DatabaseSchema;
    beforeAll(async () => {
      for (let times = 0; times < 2; times++) await createOutboxTable(database.db);
      databaseSchema = await readDatabaseSchema(database.db);
    });
    beforeEach(() => database.exec(`${rows} delete from outbox;`));

    const serve = () =>
      requestsTo(createServer(api, sourcesOf(database.db, databaseSchema), { extensions: [atomicOperations()] }));
    const found = async () => {
      const { events } = await readEvents(api, database.db);
      return events.map(({ type, id, operation, fields, version }) =>
        [type, id, operation, String(fields), ...(version === undefined ? [] : [version])].join(' '),
      );
    };

    test.each(cases)('%s: %s', async (_title, line, data, expected) => {
      await serve()(line, data);
      expect((await found()).sort()).toEqual(expected);
    });

    test.each([
      [
        'POST /articles',
        resource(
          'articles',
          'n',
          { author: { data: link('people', '1') }, tags: to('tags', 't', 'u') },
          { name: 'New' },
        ),
        ['articles n: people 1, tags t, tags u', 'people 1: articles n', 'tags t: articles n', 'tags u: articles n'],
      ],
      [
        'PATCH /articles/a',
        resource('articles', 'a', { author: { data: link('people', '2') }, tags: to('tags', 't') }, { name: 'x' }),
        ['articles a: people 1, people 2', 'people 1: articles a', 'people 2: articles a'],
      ],
      ['PATCH /articles/a/relationships/author', null, ['articles a: people 1', 'people 1: articles a']],
      [
        'POST /articles/a/relationships/tags',
        [link('tags', 't'), link('tags', 'u')],
        ['articles a: tags u', 'tags u: articles a'],
      ],
      [
        'PATCH /articles/a/relationships/tags',
        [link('tags', 'u')],
        ['articles a: tags t, tags u', 'tags t: articles a', 'tags u: articles a'],
      ],
      [
        'POST /articles/a/relationships/comments',
        [link('comments', 'z')],
        ['articles a: comments z', 'articles b: comments z', 'comments z: articles a, articles b'],
      ],
      ['PATCH /comments/y/relationships/replies', [link('comments', 'z')], ['comments y: comments z']],
      [
        'DELETE /articles/a',
        undefined,
        ['articles a: ', 'comments x: ', 'comments y: ', 'people 1: articles a', 'tags t: articles a'],
      ],
    ] as const)('%s: the members that came or went, through both relationships', async (line, data, expected) => {
      await serve()(line, data);
      const { events } = await readEvents(api, database.db);
      const membersOf = (members: object): string =>
        (Object.values(members) as (readonly { type: string; id: string }[])[])
          .flatMap((all) => all.map(({ type, id }) => `${type} ${id}`))
          .sort()
          .join(', ');
      expect(events.map(({ type, id, members }) => `${type} ${id}: ${membersOf(members)}`).sort()).toEqual(expected);
    });

    test('a rolled back transaction has no events', async () => {
      const { articles } = sourcesOf(database.db, databaseSchema);
      const call = { context: undefined, signal: new AbortController().signal };
      const failed = articles.transaction(async (inside) => {
        await articles.delete('a', inside);
        throw new Error('injected');
      }, call);
      await expect(failed).rejects.toThrow('injected');
      expect(await found()).toEqual([]);
    });

    test('creations together have one event each', async () => {
      const { articles } = sourcesOf(database.db, databaseSchema);
      const call = { context: undefined, signal: new AbortController().signal };
      const input = (id: string) => ({
        ...{ type: 'articles', id, attributes: { name: id } },
        relationships: { author: link('people', '1') },
      });
      await articles.createAll?.([input('m'), input('n')] as never, call);
      expect(await found()).toEqual([
        ...['articles m create name,author 0', 'articles n create name,author 0'],
        'people 1 updateRelationship articles',
      ]);
    });

    test('positions follow the commits, also of a transaction that began earlier', async () => {
      const insert = (executor: Kysely<never>, id: string) =>
        sql`insert into outbox (type, id, operation, fields, members, ${sql.id('time')}) values ('tags', ${id}, 'create', '[]', '{}', 0)`.execute(
          executor,
        );
      const ids = async (after: number) => (await readEvents(api, database.db, { after })).events.map(({ id }) => id);
      if (database.connection === undefined) {
        await insert(database.db, 'first');
        await insert(database.db, 'second');
        expect(await ids(0)).toEqual(['first', 'second']);
        return;
      }
      let position = 0;
      await database.db.transaction().execute(async (slow) => {
        await insert(slow, 'slow');
        await insert(database.db, 'fast');
        const [event] = (await readEvents(api, database.db)).events;
        expect(event?.id).toBe('fast');
        position = event?.position ?? 0;
      });
      expect(await ids(position)).toEqual(['slow']);
      expect(await ids(0)).toEqual(['fast', 'slow']);
    });

    test('without the option, writes have the statements that they had', async () => {
      const count = async (more: object): Promise<number> => {
        await database.exec(rows);
        const send = requestsTo(createServer(api, sourcesOf(database.db, databaseSchema, more)));
        statements.length = 0;
        await send('PATCH /articles/a', resource('articles', 'a', {}, { name: 'x' }));
        return statements.filter((it) => /outbox/.test(it)).length;
      };
      expect([await count({}), await count({ outbox: 'outbox' })]).toEqual([0, 1]);
    });
  });
});

describe('at start', () => {
  const [sqlite] = databases;
  const database = useDatabase((sqlite as (typeof databases)[number]).open, tables);

  test('the database schema and the table are required', async () => {
    const databaseSchema = await readDatabaseSchema(database.db);
    expect(() => sourcesOf(database.db, databaseSchema)).toThrow(
      '`outbox`: the database does not have a table "outbox"',
    );
    expect(() => sourcesOf(database.db, undefined as never)).toThrow(
      'createKyselySources: `outbox` requires `databaseSchema`, which says what the database deletes by `on delete cascade`.',
    );
  });

  test('a member that is not in this database is told, too', async () => {
    const { db, exec } = database;
    const own = defineApi({
      notes: { attributes: {}, relationships: { about: toOne('people'), by: toOne(['people', 'teams']) } },
      people: { attributes: {} },
      teams: { attributes: {} },
    });
    await exec('create table note (id integer primary key, about_id text, by_id text, by_type text)');
    await createOutboxTable(db);
    const types = { people: 'p', teams: 't' };
    const by = { column: 'by_id', typeColumn: 'by_type', types };
    const sources = createKyselySources(
      own,
      db,
      { notes: { table: 'note', idType: 'integer', relationships: { about: { column: 'about_id' }, by } } } as never,
      { databaseSchema: await readDatabaseSchema(db), outbox: 'outbox' },
    ) as unknown as { readonly notes: DataSource };
    const call = { context: undefined, signal: new AbortController().signal };
    const relationships = { about: link('people', '1'), by: link('teams', '2') };
    await sources.notes.create?.({ type: 'notes', attributes: {}, relationships } as never, call);
    await sources.notes.updateRelationship?.('1', 'by', { replace: link('people', '3') } as never, call);
    const { events } = await readEvents(own, db);
    expect(events.map(({ members }) => members)).toEqual([
      { about: [link('people', '1')], by: [link('teams', '2')] },
      { by: [link('teams', '2'), link('people', '3')] },
    ]);
  });
});
