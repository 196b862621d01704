/** Attributes that SQL expressions compute, on every database. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer, cursorPagination, type Sources } from '@linkage/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const on = { sort: true, filter: true } as const;
const computed = { ...on, write: false } as const;
const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string(), on),
      size: attribute(z.number().default(0), computed),
      comments: attribute(z.number().default(0), computed),
      firstComment: attribute(z.string().nullable().default(null), computed),
    },
    relationships: { author: toOne('people', on) },
    clientGeneratedIds: true,
  },
  people: {
    attributes: { fullName: attribute(z.string().default(''), computed) },
    relationships: { articles: toMany('articles', { filter: true }) },
  },
});
const tables = `
  create table person (id varchar(20) primary key, first varchar(20) not null, last varchar(20) not null);
  create table article (
    id varchar(20) primary key, title varchar(20) not null, author_id varchar(20) references person (id)
  );
  create table comment (id varchar(20) primary key, article_id varchar(20) not null, body varchar(20) not null);
  insert into person values ('1', 'Ada', 'Young'), ('2', 'Bo', 'Adams');
  insert into article values ('a', 'Alpha', '1'), ('b', 'Be', '2'), ('c', 'Gamma1', '1');
  insert into comment values ('x', 'a', 'one'), ('y', 'a', 'another'), ('z', 'b', 'third');
`;

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'expressions', () => {
    const database = useDatabase(open, tables);
    let send: ReturnType<typeof requestsTo>;
    let sources: Sources<typeof api>;
    const failures: unknown[] = [];
    beforeAll(async () => {
      sources = createKyselySources(
        api,
        database.db,
        {
          articles: {
            table: 'article',
            attributes: {
              size: { expression: (row, eb) => eb.fn('length', [row('title')]) },
              comments: {
                expression: (row) => sql`select count(*) from comment where comment.article_id = ${row('id')}`,
                decode: Number,
              },
              firstComment: {
                expression: (row, eb) =>
                  eb
                    .selectFrom('comment')
                    .where('article_id', '=', row('id'))
                    .select((inner) => inner.fn.min('body').as('first')),
              },
            },
            relationships: { author: { column: 'author_id' } },
          },
          people: {
            table: 'person',
            attributes: {
              fullName: { expression: (row) => sql`concat(${row('first')}, ' ', ${row('last')})` },
            },
            relationships: { articles: { foreignKey: 'author_id' } },
          },
        },
        { databaseSchema: await readDatabaseSchema(database.db) },
      );
      const server = createServer(api, sources, {
        onError: (error) => void failures.push(error),
        profiles: [cursorPagination({ key: 'a key of thirty-two bytes or more' })],
      });
      send = requestsTo(server);
    });
    afterAll(async () => {
      expect(failures).toEqual([]);
    });

    test.each([
      ['/articles?sort=size', 'b,a,c'],
      ['/articles?sort=-size', 'c,a,b'],
      ['/articles?sort=-comments', 'a,b,c'],
      // Null comes first.
      ['/articles?sort=firstComment', 'c,a,b'],
      ['/articles?filter[size]=5', 'a'],
      ['/articles?filter[size][gt]=4&sort=-size', 'c,a'],
      ['/articles?filter[comments]=0', 'c'],
      ['/articles?filter[firstComment]=third', 'b'],
      ['/articles?sort=author.fullName,size', 'a,c,b'],
      ['/articles?filter[author.fullName]=Bo Adams', 'b'],
      ['/people?filter[articles.comments]=2', '1'],
      ['/people/1/articles?sort=-comments', 'a,c'],
      ['/articles?sort=-comments&page[size]=1&page[number]=2', 'b'],
    ])('GET %s: %s', async (url, expected) => {
      const { status, ids, document } = await send(
        `GET ${encodeURI(url).replaceAll('%5B', '[').replaceAll('%5D', ']')}`,
      );
      expect([status, document.errors, ids]).toEqual([200, undefined, expected]);
    });

    test('access rules can use them', async () => {
      const guarded = createServer(api, sources, {
        onError: (error) => void failures.push(error),
        defaultAccess: 'allow',
        access: {
          articles: { read: () => [{ field: 'comments', operator: 'ge', values: [1] }] },
          people: { read: () => [{ field: 'fullName', values: ['Ada Young'] }] },
        },
      });
      const ask = requestsTo(guarded);
      expect((await ask('GET /articles?sort=title')).ids).toBe('a,b');
      expect((await ask('GET /articles/c')).status).toBe(404);
      expect((await ask('GET /articles/b/author')).ids).toBe(null);
      expect((await ask('GET /people/1/articles')).ids).toBe('a');
    });

    test('values are in documents, included resources, and responses to writes', async () => {
      const { document } = await send('GET /articles/a?include=author');
      expect(document.data.attributes).toEqual({ title: 'Alpha', size: 5, comments: 2, firstComment: 'another' });
      expect(document.included[0].attributes).toEqual({ fullName: 'Ada Young' });
      const created = await send('POST /articles', { type: 'articles', id: 'n', attributes: { title: 'Nine' } });
      expect(created.document.data.attributes).toEqual({ title: 'Nine', size: 4, comments: 0, firstComment: null });
      const data = { type: 'articles', id: 'n', attributes: { title: 'Eleven' } };
      expect((await send('PATCH /articles/n', data)).document.data.attributes.size).toBe(6);
      const written = await send('PATCH /articles/n', { ...data, attributes: { size: 3 } });
      expect(written.status).toBeGreaterThanOrEqual(400);
      expect(written.status).toBeLessThan(500);
      expect((await send('DELETE /articles/n')).status).toBe(204);
    });

    test('pages by cursor', async () => {
      const profile = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';
      const accept = { accept: `application/vnd.api+json;profile="${profile}"` };
      let url: string | null = '/articles?sort=firstComment,-size&page[size]=1';
      const seen: string[] = [];
      for (let count = 0; url !== null && count < 5; count++) {
        const { document, ids } = await send(`GET ${url}`, undefined, accept);
        seen.push(String(ids));
        url = document.links?.next?.href ?? document.links?.next ?? null;
      }
      expect(seen.filter((it) => it !== '')).toEqual(['c', 'a', 'b']);
    });
  });
});
