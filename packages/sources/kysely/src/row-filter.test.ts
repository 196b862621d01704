/** Rows that the row filter of a type excludes do not exist, in any statement, on every database. */

import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer, cursorPagination, type SourceCall, type Sources } from '@linkage/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

interface Context {
  readonly tenant: string;
}
const cursorProfile = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';
const on = { sort: true, filter: true } as const;
const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), on) },
    relationships: { author: toOne('people', on), tags: toMany('tags', { filter: true }) },
    clientGeneratedIds: true,
  },
  people: {
    attributes: { name: attribute(z.string(), on) },
    relationships: { articles: toMany('articles', { filter: true }) },
  },
  tags: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') }, clientGeneratedIds: true },
  longArticles: { attributes: { title: z.string(), words: attribute(z.number(), on) }, clientGeneratedIds: true },
});

const tables = `
  create table person (id varchar(20) primary key, name varchar(20) not null, tenant varchar(20) not null);
  create table article (
    id varchar(20) primary key, title varchar(20) not null, tenant varchar(20), words integer not null default 0,
    deleted_at varchar(40), author_id varchar(20) references person (id)
  );
  create table tag (id varchar(20) primary key, name varchar(20) not null, hidden integer not null default 0);
  create table article_tag (
    article_id varchar(20) not null references article (id), tag_id varchar(20) not null references tag (id),
    primary key (article_id, tag_id)
  );
`;
/** Of the tenant one: the person 1, and the articles a (by 1), b (by 2 of the other tenant), and d (deleted, by 1). */
const rows = `
  insert into person values ('1', 'Ada', 'one'), ('2', 'Bo', 'two');
  insert into article values ('a', 'Alpha', 'one', 5, null, '1'), ('b', 'Beta', 'one', 20, null, '2'),
    ('c', 'Gamma', 'two', 30, null, '1'), ('d', 'Delta', 'one', 40, '2026', '1');
  insert into tag values ('t1', 'sea', 0), ('t2', 'sky', 1);
  insert into article_tag values ('a', 't1'), ('a', 't2'), ('b', 't2'), ('c', 't1'), ('d', 't1');
`;

const identifiers = (type: string, ...ids: string[]) => ids.map((id) => ({ type, id }));

const reads: readonly (readonly [url: string, expected: string | null | number])[] = [
  ['/articles?sort=title', 'a,b'],
  ['/articles?sort=title&page[size]=1&page[number]=2', 'b'],
  ['/articles/c', 404],
  ['/articles/d', 404],
  ['/people', '1'],
  ['/articles/a/author', '1'],
  ['/articles/b/author', null],
  ['/articles/b/relationships/author', null],
  ['/people/1/articles', 'a'],
  ['/people/1/articles?page[size]=1', 'a'],
  ['/people/1/relationships/articles', 'a'],
  ['/people/2/articles', 404],
  ['/articles/a/tags', 't1'],
  ['/articles/a/relationships/tags', 't1'],
  ['/articles/c/tags', 404],
  ['/tags/t1/articles', 'a'],
  ['/articles?filter[author]=1', 'a'],
  ['/articles?filter[author]=2', ''],
  ['/articles?filter[author.name]=Bo', ''],
  ['/articles?filter[author.name]=Ada', 'a'],
  ['/articles?filter[tags]=t2', ''],
  ['/articles?filter[tags]=t1,t2', 'a'],
  ['/people?filter[articles.title]=Delta', ''],
  ['/people?filter[articles.title]=Alpha', '1'],
  ['/people?filter[articles]=d', ''],
  // An author of another tenant is like no author, which comes first.
  ['/articles?sort=author.name', 'b,a'],
  ['/articles?sort=-author.name&page[size]=1', 'a'],
  ['/longArticles?sort=words', 'b,c,d'],
  ['/longArticles/a', 404],
  ['/longArticles/b', 'b'],
];

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'row filters', () => {
    const database = useDatabase(open, `${tables}${rows}`);
    let send: ReturnType<typeof requestsTo>;
    let sources: Sources<typeof api, Context>;
    let one: ReturnType<typeof requestsTo>;
    let two: ReturnType<typeof requestsTo>;
    const failures: unknown[] = [];
    beforeAll(async () => {
      const tenant = ({ context }: SourceCall<Context>): string => context.tenant;
      sources = createKyselySources(
        api,
        database.db,
        {
          articles: {
            table: 'article',
            where: { tenant, deleted_at: null },
            softDelete: { deleted_at: () => '2027' },
            relationships: {
              author: { column: 'author_id' },
              tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
            },
          },
          people: { table: 'person', where: { tenant }, relationships: { articles: { foreignKey: 'author_id' } } },
          tags: {
            table: 'tag',
            where: { hidden: 0 },
            relationships: { articles: { through: 'article_tag', from: 'tag_id', to: 'article_id' } },
          },
          longArticles: { table: 'article', where: (row, eb) => eb(row('words'), '>', 10) },
        },
        { databaseSchema: await readDatabaseSchema(database.db) },
      );
      const server = createServer<typeof api, Context>(api, sources, {
        context: ({ headers }) => ({ tenant: String(headers['x-tenant']) }),
        onError: (error) => void failures.push(error),
        profiles: [cursorPagination({ key: 'a key of thirty-two bytes or more' })],
      });
      send = requestsTo(server);
      one = (line, data) => send(line, data, { 'x-tenant': 'one' });
      two = (line, data) => send(line, data, { 'x-tenant': 'two' });
    });
    afterAll(async () => {
      expect(failures).toEqual([]);
    });

    test.each(reads)('GET %s: %s', async (url, expected) => {
      const { status, ids } = await one(`GET ${url}`);
      expect(status === 200 ? ids : status).toBe(expected);
    });

    test('totals and included resources', async () => {
      const { document } = await one('GET /articles?sort=title&include=author,tags&page[total]=true');
      expect(document.meta.page.total).toBe(2);
      expect(document.included.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`).sort()).toEqual([
        'people 1',
        'tags t1',
      ]);
      expect(document.data[1].relationships.author.data).toBeNull();
      const { document: members } = await one('GET /people/1/articles?page[total]=true');
      expect(members.meta.page.total).toBe(1);
      const { document: theirs } = await two('GET /articles?include=author');
      expect(theirs.data).toMatchObject([{ id: 'c', relationships: { author: { data: null } } }]);
    });

    test('pages by cursor, and pages of included members', async () => {
      const accept = { 'x-tenant': 'one', accept: `application/vnd.api+json;profile="${cursorProfile}"` };
      const seen: string[] = [];
      let url: string | undefined = '/articles?sort=-author.name,title&page[size]=1';
      for (let count = 0; url !== undefined && count < 5; count++) {
        const { document, ids } = await send(`GET ${url}`, undefined, accept);
        seen.push(String(ids));
        url = document.links?.next?.href ?? document.links?.next ?? undefined;
      }
      expect(seen.filter((it) => it !== '')).toEqual(['a', 'b']);
    });

    test('access rules apply in addition', async () => {
      const guarded = createServer<typeof api, Context>(api, sources, {
        context: ({ headers }) => ({ tenant: String(headers['x-tenant']) }),
        onError: (error) => void failures.push(error),
        defaultAccess: 'allow',
        access: {
          articles: { read: () => [{ field: 'title', values: ['Beta', 'Gamma', 'Delta'] }] },
          people: { read: () => [{ field: 'name', values: ['Ada', 'Bo'] }] },
        },
      });
      const ask = requestsTo(guarded);
      const idsOf = async (url: string) => {
        const { status, ids } = await ask(`GET ${url}`, undefined, { 'x-tenant': 'one' });
        return status === 200 ? ids : status;
      };
      expect(await idsOf('/articles')).toBe('b');
      expect(await idsOf('/articles/c')).toBe(404);
      expect(await idsOf('/articles/d')).toBe(404);
      expect(await idsOf('/people')).toBe('1');
      expect(await idsOf('/people/1/articles')).toBe('');
      expect(await idsOf('/articles/b/author')).toBe(null);
      expect(await idsOf('/tags/t1/articles')).toBe('');
    });

    test('writes of rows that the row filter excludes are 404', async () => {
      for (const id of ['c', 'd']) {
        const attributes = { title: 'X' };
        expect((await one(`PATCH /articles/${id}`, { type: 'articles', id, attributes })).status).toBe(404);
        expect((await one(`DELETE /articles/${id}`)).status).toBe(404);
        expect((await one(`POST /articles/${id}/relationships/tags`, identifiers('tags', 't1'))).status).toBe(404);
      }
      const related = (author: object) => ({ type: 'articles', id: 'a', relationships: { author: { data: author } } });
      expect((await one('PATCH /articles/a', related({ type: 'people', id: '2' }))).status).toBe(404);
      expect((await one('PATCH /articles/a', related({ type: 'people', id: '1' }))).status).toBe(200);
      expect((await one('PATCH /articles/a/relationships/author', { type: 'people', id: '2' })).status).toBe(404);
      expect((await one('POST /people/1/relationships/articles', identifiers('articles', 'c'))).status).toBe(404);
      expect((await one('POST /articles/a/relationships/tags', identifiers('tags', 't2'))).status).toBe(404);
      expect((await one('GET /articles/a/author')).ids).toBe('1');
      expect((await two('GET /articles')).ids).toBe('c');
    });

    test('a new row receives the values of the row filter', async () => {
      const created = await two('POST /articles', { type: 'articles', id: 'n', attributes: { title: 'New' } });
      expect(created.status).toBe(201);
      expect((await one('GET /articles/n')).status).toBe(404);
      expect((await two('GET /articles/n')).status).toBe(200);
      // The id is taken, also by a row that the row filter excludes.
      const again = await one('POST /articles', { type: 'articles', id: 'n', attributes: { title: 'New' } });
      expect(again.status).toBe(409);
      expect((await two('DELETE /articles/n')).status).toBe(204);
      expect((await two('GET /articles/n')).status).toBe(404);
    });

    test('a deletion writes its values, and keeps the row', async () => {
      const row = async () => {
        const found = await database.db
          .selectFrom('article' as never)
          .selectAll()
          .where('id' as never, '=', 'e' as never)
          .execute();
        return found as unknown as { deleted_at: unknown; tenant: unknown }[];
      };
      await one('POST /articles', { type: 'articles', id: 'e', attributes: { title: 'E' } });
      expect(await row()).toMatchObject([{ deleted_at: null, tenant: 'one' }]);
      expect((await one('DELETE /articles/e')).status).toBe(204);
      expect(await row()).toMatchObject([{ deleted_at: '2027', tenant: 'one' }]);
      expect((await one('DELETE /articles/e')).status).toBe(404);
      expect((await one('GET /articles?sort=title')).ids).toBe('a,b');
    });

    test('replacing and removing members leaves those that the row filter excludes', async () => {
      const links = async (id: string): Promise<string> => {
        const rows = await database.db
          .selectFrom('article_tag' as never)
          .selectAll()
          .where('article_id' as never, '=', id as never)
          .execute();
        return (rows as { tag_id: string }[])
          .map(({ tag_id }) => tag_id)
          .sort()
          .join();
      };
      expect((await one('PATCH /articles/a/relationships/tags', [])).status).toBe(204);
      expect(await links('a')).toBe('t2');
      expect((await one('DELETE /articles/a/relationships/tags', identifiers('tags', 't2'))).status).toBe(204);
      expect(await links('a')).toBe('t2');
      expect((await one('PATCH /articles/a/relationships/tags', identifiers('tags', 't1'))).status).toBe(204);
      expect(await links('a')).toBe('t1,t2');
      // The articles c and d remain articles of the person 1.
      expect((await one('PATCH /people/1/relationships/articles', [])).status).toBe(204);
      expect((await two('GET /articles?include=author')).ids).toBe('c');
      expect((await one('PATCH /people/1/relationships/articles', identifiers('articles', 'a'))).status).toBe(204);
      expect((await one('GET /people/1/articles')).ids).toBe('a');
      const foreignKeys = await database.db
        .selectFrom('article' as never)
        .selectAll()
        .orderBy('id' as never)
        .execute();
      const authors = (foreignKeys as { id: string; author_id: string | null }[]).filter(({ id }) => 'cd'.includes(id));
      expect(authors).toMatchObject([{ author_id: '1' }, { author_id: '1' }]);
    });

    test('a write must not take a row out of a filter that is an expression', async () => {
      const article = (id: string, words: number) => ({ type: 'longArticles', id, attributes: { title: 'L', words } });
      expect((await one('POST /longArticles', article('l', 3))).document.errors).toMatchObject([
        { status: '422', detail: 'A resource of type "longArticles" cannot have these values.' },
      ]);
      expect((await one('POST /longArticles', article('l', 13))).status).toBe(201);
      expect((await one('PATCH /longArticles/l', article('l', 2))).status).toBe(422);
      expect((await one('PATCH /longArticles/l', article('l', 14))).status).toBe(200);
      expect((await one('PATCH /longArticles/a', article('a', 14))).status).toBe(404);
      expect((await one('DELETE /longArticles/a')).status).toBe(404);
      expect((await one('DELETE /longArticles/l')).status).toBe(204);
    });
  });
});
