/** The operator `search`: words in the index of each database, as the recipe declares them. */

import { attribute, defineApi, defineCollection, toOne } from '@linkage/core';
import { cursorStrategy } from '@linkage/core/cursor-pagination';
import { createMemorySources, createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSearchServer, inMariadb, inPostgres, inSqlite } from '../../../../docs/examples/full-text.ts';
import { type DatabaseName, databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, explainStatements, readDatabaseSchema, type SearchMapping } from './index.ts';

const tables = `
  create table person (id integer primary key, name varchar(20) not null);
  create table article (id integer primary key, title varchar(100) not null, body text not null, note text, author_id integer not null);
  insert into person values (1, 'Ann'), (2, 'Ben');
`;
const rows = `
  insert into article (id, title, body, note, author_id) values
    (1, 'Planting', 'How to plant trees in autumn', null, 1), (2, 'Stones', 'A wall of stones', 'trees', 1),
    (3, 'Autumn', 'Old trees and "leaves"', 'O''Brien knows stones', 2);
`;

interface World {
  readonly search: SearchMapping;
  /** The search in a column of its own. */
  readonly note: SearchMapping;
  readonly index: string;
}

const postgres: World = {
  search: inPostgres,
  note: { language: 'english' },
  index: `
    alter table article add words tsvector generated always as (to_tsvector('english', title || ' ' || body)) stored;
    create index article_words on article using gin (words);
  `,
};
const fts5 = (name: string, columns: readonly string[]) => {
  const values = (of: string) => columns.map((column) => `${of}.${column}`).join();
  const add = `insert into ${name} (rowid, ${columns}) values (new.id, ${values('new')});`;
  const remove = `insert into ${name} (${name}, rowid, ${columns}) values ('delete', old.id, ${values('old')});`;
  return `
    create virtual table ${name} using fts5 (${columns}, content = 'article', content_rowid = 'id');
    create trigger ${name}_insert after insert on article begin ${add} end;
    create trigger ${name}_delete after delete on article begin ${remove} end;
    create trigger ${name}_update after update on article begin ${remove} ${add} end;
  `;
};
const worlds: Readonly<Record<DatabaseName, World>> = {
  PostgreSQL: postgres,
  PGlite: postgres,
  SQLite: {
    search: inSqlite,
    note: { table: 'article_notes' },
    index: `${fts5('article_words', ['title', 'body'])}${fts5('article_notes', ['note'])}`,
  },
  MariaDB: {
    search: inMariadb,
    note: {},
    index:
      'create fulltext index article_words on article (title, body); create fulltext index article_notes on article (note);',
  },
};

/** An API whose notes are searched, too. */
const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string(), { filter: true, sort: true }),
      body: attribute(z.string(), { filter: ['search', 'contains'] }),
      note: attribute(z.string().nullable(), { filter: ['search'] }),
    },
    relationships: { author: toOne('people', { filter: true }) },
  },
  people: { attributes: { name: attribute(z.string(), { filter: true }) } },
});

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'search', () => {
    const { search, note, index } = worlds[name];
    const reported: string[] = [];
    const reporting = async () => {
      const opened = await open();
      const dialect = explainStatements(opened.dialect, (it) => void reported.push(...it.missingIndexes));
      return { ...opened, dialect };
    };
    const database = useDatabase<never>(reporting, `${tables}${index}${rows}`);
    const recipe = (url: string) => requestsTo(createSearchServer(database.db, search))(`GET ${url}`);
    const sourcesOf = async (attributes: object, declared: unknown = api) => {
      const articles = {
        table: 'article',
        idType: 'integer',
        attributes,
        relationships: { author: { column: 'author_id' } },
      };
      const mapping = { articles, people: { table: 'person', idType: 'integer' } } as never;
      return createKyselySources(declared as typeof api, database.db, mapping, {
        databaseSchema: await readDatabaseSchema(database.db),
      });
    };
    const served = async (options: object = {}) =>
      requestsTo(
        createServer(api, (await sourcesOf({ body: { search }, note: { search: note } })) as never, options as never),
      );

    test.each([
      ['/articles?filter[body][search]=trees', '1,3'],
      ['/articles?filter[body][search]=trees Planting', '1'],
      ['/articles?filter[body][search]=trees Old', '3'],
      ['/articles?filter[body][search]=stones trees', ''],
      ['/articles?filter[body][search]=tre', ''],
      ['/articles?filter[body][search]=%22leaves%22', '3'],
      ['/articles?filter[body][search]=trees&filter[id][ne]=1', '3'],
      ["/articles?filter=not(search(body,'trees'))", '2'],
      ["/articles?filter=or(search(body,'stones'),search(body,'leaves'))", '2,3'],
      ['/articles?filter[body][search]=--', ''],
      ["/articles?filter=not(search(body,'--'))", '1,2,3'],
      ['/people/1/articles?filter[body][search]=trees', '1'],
      ['/people?filter[articles.body][search]=leaves', '2'],
    ])('GET %s', async (url, ids) => {
      const { status, ids: found } = await recipe(url.replaceAll(' ', '%20'));
      expect([status, found?.split(',').sort().join()]).toEqual([200, ids]);
    });

    test('in a collection of several types', async () => {
      const attributes = {
        title: attribute(z.string(), { sort: true }),
        body: attribute(z.string(), { filter: ['search'] }),
      };
      const mixed = defineApi({ ours: { attributes }, theirs: { attributes } });
      const found = defineCollection(mixed, 'found', { types: ['ours', 'theirs'], sort: ['title'], filter: ['body'] });
      const options = { collections: [found], pagination: { collections: cursorStrategy({ key: 'x'.repeat(32) }) } };
      const of = (author: number) => ({
        ...{ table: 'article', idType: 'integer', where: { author_id: author } },
        attributes: { body: { search } },
      });
      const sources = createKyselySources(mixed, database.db, { ours: of(1), theirs: of(2) } as never);
      const send = requestsTo(createServer(mixed, sources as never, options));
      const first = await send('GET /found?filter[body][search]=trees&page[size]=1');
      expect(first.document.data.map(({ type, id }: { type: string; id: string }) => [type, id])).toEqual([
        ['theirs', '3'],
      ]);
      const next = await send(`GET ${first.document.links.next}`);
      expect([next.status, next.document.data.map(({ type }: { type: string }) => type)]).toEqual([200, ['ours']]);
      const memory = createMemorySources(mixed, { ours: [{ id: '1', title: 'T', body: 'old trees' }], theirs: [] });
      const { ids } = await requestsTo(createServer(mixed, memory, options))('GET /found?filter[body][search]=trees');
      expect(ids).toBe('1');
    });

    test.each([
      ['*', ''],
      ['(', ''],
      ['trees*', '1,3'],
      ['NEAR(trees leaves)', ''],
      ["' or 1=1", ''],
      ['title:trees', ''],
      ['-trees', '1,3'],
      ['+trees', '1,3'],
      ['trees @3', ''],
      ['trees\\', '1,3'],
      ['trees\u0000leaves', '3'],
    ])('the text %j is not syntax', async (text, ids) => {
      const url = `/articles?sort=id&filter[body][search]=${encodeURIComponent(text)}`;
      const { status, ids: found } = await (await served())(`GET ${url}`);
      expect([status, found]).toEqual([200, ids]);
    });

    test('a text that is null matches nothing, and its opposite everything', async () => {
      const send = await served();
      expect((await send('GET /articles?filter[note][search]=stones')).ids).toBe('3');
      expect((await send("GET /articles?sort=id&filter=not(search(note,'stones'))")).ids).toBe('1,2');
      expect((await send("GET /articles?filter[note][search]=O'Brien")).ids).toBe('3');
    });

    test('only attributes that declare it have it', async () => {
      const send = await served();
      expect((await send('GET /articles?filter[title][search]=trees')).status).toBe(400);
      expect((await send('GET /articles?filter[id][search]=trees')).status).toBe(400);
      expect((await send('GET /articles?filter[author][search]=trees')).status).toBe(400);
    });

    test('a missing index is proposed, or an error at start', async () => {
      const title = { search: { language: 'english' } };
      const attributes = { title, body: { search } };
      const declared = defineApi({
        ...api.declaration,
        articles: {
          attributes: {
            title: attribute(z.string(), { filter: ['search'] }),
            body: api.declaration.articles.attributes.body,
          },
          relationships: { author: toOne('people') },
        },
      });
      const start = () => sourcesOf(attributes, declared);
      if (name === 'MariaDB') {
        await expect(start()).rejects.toThrow('a `fulltext` index must contain exactly the searched columns (title)');
        return;
      }
      if (name === 'SQLite') {
        await expect(start()).rejects.toThrow('SQLite searches in a table of FTS5 only. Name it in `search.table`');
        const missing = { title: { search: { table: 'no_such_table' } } };
        await expect(sourcesOf(missing, declared)).rejects.toThrow('does not have a table "no_such_table"');
        return;
      }
      const lackedBy = async (field: string) => {
        reported.length = 0;
        const send = requestsTo(createServer(declared, (await start()) as never));
        expect((await send(`GET /articles?filter[${field}][search]=planting`)).ids).toBe('1');
        return [...new Set(reported)];
      };
      expect(await lackedBy('title')).toEqual(["article using gin (to_tsvector('english', title))"]);
      await database.exec(`create index article_titles on article using gin (to_tsvector('english', title));`);
      expect(await lackedBy('title')).toEqual([]);
      expect(await lackedBy('body')).toEqual([]);
      await database.exec('drop index article_words; drop index article_titles;');
      expect(await lackedBy('body')).toEqual(['article using gin (words)']);
      const two = { body: { search: { columns: ['words', 'title'] } } };
      await expect(sourcesOf(two)).rejects.toThrow('`search.columns` must contain one column of the type `tsvector`');
      const bad = { body: { search: { language: "english'" } } };
      await expect(sourcesOf(bad)).rejects.toThrow('must be the name of a configuration');
    });

    test('hidden rows and hidden fields look as if they did not exist', async () => {
      const mine = await served({
        context: () => 1,
        access: { articles: { read: () => [{ field: 'author', values: ['1'] }] }, people: { read: () => true } },
      });
      const url = 'GET /articles?filter[body][search]=trees&page[total]=true';
      expect((await mine(url)).ids).toBe('1');
      const hidden = await served({
        context: () => 1,
        access: {
          articles: { read: () => true, fields: () => ['title', 'note', 'author'] },
          people: { read: () => true },
        },
      });
      expect((await hidden(url)).status).toBe(400);
    });

    test('2,500 matches have the right total and pages', async () => {
      const many = Array.from({ length: 2500 }, (_, at) => `(${at + 10}, 'Wood', 'forest of oaks', null, 2)`);
      await database.exec(`insert into article (id, title, body, note, author_id) values ${many.join()};`);
      const send = await served();
      const url = 'GET /articles?sort=id&filter[body][search]=oaks&page[size]=100';
      const first = await send(`${url}&page[total]=true`);
      expect(first.document.meta).toEqual({ page: { total: 2500 } });
      expect((await send(`${url}&page[number]=25`)).ids?.split(',').at(-1)).toBe('2509');
      expect((await send(`${url}&page[number]=26`)).ids).toBe('');
      const both = await send("GET /articles?filter=and(search(body,'oaks'),eq(id,'10'))&page[total]=true");
      expect(both.document.meta).toEqual({ page: { total: 1 } });
    });
  });
});
