/** The recipe of full-text search, on every database. */

import { describe, expect, test } from 'vitest';
import {
  createSearchServer,
  searchMariadb,
  searchPostgres,
  searchSqlite,
} from '../../../../docs/examples/full-text.ts';
import { type DatabaseName, databases } from '../test/databases.ts';
import { useDatabase } from '../test/use-database.ts';

const tables = `
  create table person (id integer primary key, name varchar(20) not null);
  create table article (id integer primary key, title varchar(100) not null, body text not null, author_id integer not null);
  insert into person values (1, 'Ann'), (2, 'Ben');
`;
const rows = `
  insert into article (id, title, body, author_id) values
    (1, 'Planting', 'How to plant trees in autumn', 1), (2, 'Stones', 'A wall of stones', 1), (3, 'Autumn', 'Old trees and "leaves"', 2);
`;
const postgres = {
  search: searchPostgres,
  index: `
    alter table article add search tsvector generated always as (to_tsvector('english', title || ' ' || body)) stored;
    create index article_search on article using gin (search);
  `,
};
const indexes: Readonly<Record<DatabaseName, typeof postgres>> = {
  PostgreSQL: postgres,
  PGlite: postgres,
  SQLite: {
    search: searchSqlite,
    index: `
      create virtual table article_search using fts5 (title, body, content = 'article', content_rowid = 'id');
      create trigger article_search_insert after insert on article begin
        insert into article_search (rowid, title, body) values (new.id, new.title, new.body);
      end;
      create trigger article_search_delete after delete on article begin
        insert into article_search (article_search, rowid, title, body) values ('delete', old.id, old.title, old.body);
      end;
      create trigger article_search_update after update on article begin
        insert into article_search (article_search, rowid, title, body) values ('delete', old.id, old.title, old.body);
        insert into article_search (rowid, title, body) values (new.id, new.title, new.body);
      end;
    `,
  },
  MariaDB: { search: searchMariadb, index: 'create fulltext index article_search on article (title, body);' },
};

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'full-text search', () => {
    const { search, index } = indexes[name];
    const database = useDatabase(open, `${tables}${index}${rows}`);
    const read = async (url: string) => {
      const { status, body = '{}' } = await createSearchServer(database.db as never, search).handle({
        method: 'GET',
        url,
        headers: {},
      });
      const { data, meta } = JSON.parse(body);
      return { status, ids: data?.map(({ id }: { readonly id: string }) => id), total: meta?.page?.total };
    };

    test.each([
      ['a collection', '/articles?searchText=trees', ['1', '3']],
      ['related resources', '/people/1/articles?searchText=trees', ['1']],
      ['a collection with a filter of the client', '/articles?searchText=trees&filter[id][ne]=1', ['3']],
      ['signs that are operators of a search', '/articles?searchText=%22leaves%22', ['3']],
      ['nothing', '/articles?searchText=nothing', []],
    ])('of %s', async (_, url, ids) => {
      expect(await read(url)).toMatchObject({ status: 200, ids });
    });

    test('pages and totals count what was found', async () => {
      const first = await read('/articles?searchText=trees&page[size]=1&page[total]=true');
      expect(first).toMatchObject({ status: 200, ids: ['1'], total: 2 });
    });

    test.each(['*', '"', '(', 'NEAR(a b)', '-- x', "' or 1=1", 'title:trees', '++', '\\'])(
      'the text %s of a client is not syntax: 200',
      async (text) => {
        expect((await read(`/articles?searchText=${encodeURIComponent(`${text}  x`)}`)).status).toBe(200);
      },
    );

    test.each([
      ['another type', '/people?searchText=trees'],
      ['a resource', '/articles/1?searchText=trees'],
      ['a text of one character', '/articles?searchText=t'],
    ])('%s rejects the parameter', async (_, url) => {
      expect((await read(url)).status).toBe(400);
    });
  });
});
