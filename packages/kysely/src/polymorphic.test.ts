/** To-one relationships with several target types, stored as an id and a type, on every database. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { type AccessRules, createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { createKyselySources, readCatalog } from './index.ts';

const on = { filter: true } as const;
const title = attribute(z.string(), { sort: true, filter: true });
const api = defineApi({
  comments: {
    attributes: { text: attribute(z.string(), on) },
    relationships: { subject: toOne(['articles', 'videos'], { filter: true, inverse: 'comments' }) },
    clientGeneratedIds: true,
  },
  articles: {
    attributes: { title, secret: attribute(z.boolean(), { filter: true }) },
    relationships: { comments: toMany('comments', { filter: true }) },
    clientGeneratedIds: true,
  },
  videos: {
    attributes: { title },
    relationships: { comments: toMany('comments', { filter: true }) },
    clientGeneratedIds: true,
  },
});
const tables = `
  create table article (id varchar(20) primary key, title varchar(20) not null, secret boolean not null default false);
  create table video (id varchar(20) primary key, title varchar(20) not null, deleted integer not null default 0);
  create table comment (
    id varchar(20) primary key, text varchar(20) not null, subject_type varchar(20), subject_id varchar(20)
  );
`;
const rows = `
  delete from comment; delete from article; delete from video;
  insert into article values ('1', 'Alpha', false), ('2', 'Beta', false), ('3', 'Hidden', true);
  insert into video values ('1', 'Vau', 0), ('9', 'Deleted', 1);
  insert into comment values ('a', 'on article 1', 'Article', '1'), ('b', 'on video 1', 'Video', '1'),
    ('c', 'on nothing', null, null), ('d', 'on article 1', 'Article', '1'), ('e', 'on a deleted video', 'Video', '9'),
    ('f', 'on a missing article', 'Article', '404'), ('g', 'on a hidden article', 'Article', '3');
`;

const reads: readonly (readonly [url: string, expected: string | null | number])[] = [
  ['/comments/a/subject', '1'],
  ['/comments/c/subject', null],
  ['/comments/e/subject', null],
  ['/comments/f/subject', null],
  ['/articles/1/comments', 'a,d'],
  ['/articles/1/comments?page[size]=1&page[number]=2', 'd'],
  ['/articles/1/comments?filter[text]=nothing', ''],
  ['/videos/1/comments', 'b'],
  ['/articles/1/relationships/comments', 'a,d'],
  ['/comments?filter[subject]=1', 'a,b,d'],
  ['/comments?filter[subject]=404', ''],
  ['/comments?filter[subject]=9', ''],
  ['/comments?filter[subject][ne]=1', 'c,e,f,g'],
  ['/comments?filter[subject]=null', 'c,e,f'],
  ['/comments?filter[subject][ne]=null', 'a,b,d,g'],
  ['/comments?filter[subject]=1,null', 'a,b,c,d,e,f'],
  ['/articles?filter[comments]=a', '1'],
  ['/articles?filter[comments]=b', ''],
  ['/videos?filter[comments]=b', '1'],
  ['/articles?filter[comments.text]=on%20article%201', '1'],
  ['/articles?filter[comments.text]=on%20video%201', ''],
  ['/articles?filter[comments]=null', '2'],
  ['/videos?filter[comments]=null', ''],
  ['/comments?sort=subject.title', 400],
  ['/comments?filter[subject.title]=Alpha', 400],
  ['/videos/9', 404],
];

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'several target types', () => {
    let database: Awaited<ReturnType<typeof open>>;
    let db: Kysely<never>;
    let send: ReturnType<typeof requestsTo>;
    let guarded: ReturnType<typeof requestsTo>;
    let sources: ReturnType<typeof sourcesOf>;
    const failures: unknown[] = [];
    const statements: string[] = [];
    const sourcesOf = (catalog: Awaited<ReturnType<typeof readCatalog>>) =>
      createKyselySources(
        api,
        db,
        {
          comments: {
            table: 'comment',
            relationships: {
              subject: {
                column: 'subject_id',
                typeColumn: 'subject_type',
                types: { articles: 'Article', videos: 'Video' },
              },
            },
          },
          articles: {
            table: 'article',
            relationships: {
              comments: { foreignKey: 'subject_id', typeColumn: 'subject_type', onDelete: 'cascade' },
            },
          },
          videos: {
            table: 'video',
            scope: { deleted: 0 },
            relationships: { comments: { foreignKey: 'subject_id', typeColumn: 'subject_type', typeValue: 'Video' } },
          },
        },
        { catalog },
      );
    beforeAll(async () => {
      database = await open();
      db = new Kysely<never>({ dialect: database.dialect, log: ({ query }) => void statements.push(query.sql) });
      await database.exec(tables);
      sources = sourcesOf(await readCatalog(db));
      const onError = (error: unknown) => void failures.push(error);
      send = requestsTo(createServer(api, sources, { onError }));
      const access: AccessRules<typeof api> = {
        articles: { read: () => [{ field: 'secret', operator: 'eq', values: [false] }] },
      };
      guarded = requestsTo(createServer(api, sources, { onError, access }));
    }, 60_000);
    beforeEach(async () => {
      await database.exec(rows);
      failures.length = 0;
    });
    afterAll(async () => {
      await db?.destroy();
      await database?.close();
    });
    const subjectOf = async (id: string) => (await send(`GET /comments/${id}/relationships/subject`)).document.data;
    const stored = async (id: string) => {
      const rows = await db
        .selectFrom('comment' as never)
        .selectAll()
        .where('id' as never, '=', id as never)
        .execute();
      const { subject_type, subject_id } = rows[0] as Record<string, unknown>;
      return [subject_type, subject_id];
    };

    test.each(reads)('GET %s: %s', async (url, expected) => {
      const { status, ids } = await send(`GET ${url}`);
      expect(status === 200 ? ids : status).toBe(expected);
      expect(failures).toEqual([]);
    });

    test('linkage contains the type, and an include reads each type by one statement', async () => {
      statements.length = 0;
      const { document } = await send('GET /comments?include=subject');
      expect(statements).toHaveLength(3);
      const linkage = document.data.map((it: { relationships: { subject: { data: unknown } } }) => {
        const { data } = it.relationships.subject;
        return data === null ? null : Object.values(data as object).join(' ');
      });
      expect(linkage).toEqual(['articles 1', 'videos 1', null, 'articles 1', null, null, 'articles 3']);
      expect(document.included.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`).sort()).toEqual([
        'articles 1',
        'articles 3',
        'videos 1',
      ]);
      statements.length = 0;
      const articles = await send('GET /articles?include=comments.subject');
      expect(articles.document.included).toHaveLength(3);
      // The comments, and nothing for the articles, which are loaded.
      expect(statements.length).toBeLessThanOrEqual(3);
    });

    test('the source returns the identifiers of one relationship', async () => {
      const call = { context: undefined, signal: new AbortController().signal };
      const query = { atMost: 5, selection: { attributes: new Set<string>(), relationships: new Set<string>() } };
      const found = await sources.comments.related('subject', ['a', 'b', 'c', 'x'], query, call);
      expect([...found]).toEqual([
        ['a', { type: 'articles', id: '1' }],
        ['b', { type: 'videos', id: '1' }],
        ['c', null],
      ]);
    });

    test('a condition on one target type hides its resources only', async () => {
      expect((await guarded('GET /comments/g/subject')).ids).toBe(null);
      expect((await guarded('GET /comments/g/relationships/subject')).ids).toBe(null);
      expect((await guarded('GET /comments/b/subject')).ids).toBe('1');
      const { document } = await guarded('GET /comments?include=subject');
      expect(document.included).toHaveLength(2);
      expect((await guarded('GET /comments?filter[subject]=3')).status).toBe(400);
      const subject = { data: { type: 'articles', id: '3' } };
      const data = { type: 'comments', id: 'a', relationships: { subject } };
      expect((await guarded('PATCH /comments/a', data)).status).toBe(404);
    });

    test('a resource is created with a related resource of each type, and without one', async () => {
      const create = (id: string, subject: unknown) =>
        send('POST /comments', {
          ...{ type: 'comments', id, attributes: { text: 'new' } },
          ...(subject === undefined ? {} : { relationships: { subject: { data: subject } } }),
        });
      const created = await create('n1', { type: 'videos', id: '1' });
      expect([created.status, created.document.data.relationships.subject.data]).toEqual([
        201,
        { type: 'videos', id: '1' },
      ]);
      expect(await stored('n1')).toEqual(['Video', '1']);
      expect((await create('n2', { type: 'articles', id: '2' })).status).toBe(201);
      expect(await stored('n2')).toEqual(['Article', '2']);
      expect((await create('n3', null)).status).toBe(201);
      expect((await create('n4', undefined)).status).toBe(201);
      expect(await stored('n4')).toEqual([null, null]);
      expect(failures).toEqual([]);
    });

    test('a related resource must exist in the table of its type', async () => {
      const linkage = [
        { type: 'videos', id: '2' },
        { type: 'videos', id: '9' },
        { type: 'articles', id: '404' },
      ];
      for (const subject of linkage) {
        const relationships = { subject: { data: subject } };
        const comment = { type: 'comments', attributes: { text: 'new' }, relationships };
        expect((await send('POST /comments', { ...comment, id: 'n' })).status).toBe(404);
        expect((await send('PATCH /comments/a', { type: 'comments', id: 'a', relationships })).status).toBe(404);
        expect((await send('PATCH /comments/a/relationships/subject', subject)).status).toBe(404);
      }
      expect((await send('GET /comments/n')).status).toBe(404);
      expect(await stored('a')).toEqual(['Article', '1']);
      expect(failures).toEqual([]);
    });

    test('a relationship is replaced by one of another type, and cleared', async () => {
      const subject = { type: 'videos', id: '1' };
      expect((await send('PATCH /comments/a/relationships/subject', subject)).status).toBeLessThan(300);
      expect(await subjectOf('a')).toEqual(subject);
      const data = { type: 'comments', id: 'a', relationships: { subject: { data: { type: 'articles', id: '2' } } } };
      expect((await send('PATCH /comments/a', data)).document.data.relationships.subject.data).toEqual({
        type: 'articles',
        id: '2',
      });
      expect((await send('PATCH /comments/a/relationships/subject', null)).status).toBeLessThan(300);
      expect(await stored('a')).toEqual([null, null]);
      expect(failures).toEqual([]);
    });

    test('the other side writes the id and the type, and leaves members of another type', async () => {
      const comments = (...ids: string[]) => ids.map((id) => ({ type: 'comments', id }));
      expect((await send('POST /articles/2/relationships/comments', comments('b', 'c'))).status).toBe(204);
      expect([await stored('b'), await stored('c')]).toEqual([
        ['Article', '2'],
        ['Article', '2'],
      ]);
      expect((await send('DELETE /articles/2/relationships/comments', comments('b', 'a'))).status).toBe(204);
      expect([await stored('b'), await stored('a')]).toEqual([
        [null, null],
        ['Article', '1'],
      ]);
      expect((await send('PATCH /videos/1/relationships/comments', comments('b'))).status).toBe(204);
      expect((await send('PATCH /articles/1/relationships/comments', [])).status).toBe(204);
      expect([await stored('a'), await stored('b')]).toEqual([
        [null, null],
        ['Video', '1'],
      ]);
      const relationships = { comments: { data: comments('d') } };
      const article = { type: 'articles', id: 'n', attributes: { title: 'New', secret: false }, relationships };
      expect((await send('POST /articles', article)).status).toBe(201);
      expect(await stored('d')).toEqual(['Article', 'n']);
      expect((await send('POST /articles/2/relationships/comments', comments('x'))).status).toBe(404);
      expect(failures).toEqual([]);
    });

    test('a deletion applies `onDelete` to members of its type', async () => {
      expect((await send('DELETE /articles/1')).status).toBe(204);
      expect((await send('GET /comments')).ids).toBe('b,c,e,f,g');
      expect(failures).toEqual([]);
    });

    test('a stored value that is not a type is a failure, which the response does not contain', async () => {
      await database.exec("insert into comment values ('z', 'on an event', 'Event', '1')");
      const { status, document } = await send('GET /comments/z');
      expect(status).toBe(500);
      expect(JSON.stringify(document)).not.toContain('Event');
      expect(String(failures)).toBe(
        'TypeError: The column "subject_type" of `comments.subject` must contain the value of a type ("Article", "Video"), but it contains "Event".',
      );
      expect((await send('GET /comments/a')).status).toBe(200);
    });
  });
});
