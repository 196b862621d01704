/** The statements of a list of 100 creations where a neighbour has a row filter, and where the database counts the ids. */
import { defineApi, toMany, toOne } from '@linkage/core';
import { atomicOperations, createServer } from '@linkage/server';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operate } from '../../../server/test/atomic-request.ts';
import { type DatabaseName, databases } from '../test/databases.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const name = z.string().default('');
const api = defineApi({
  articles: {
    attributes: { name },
    relationships: { author: toOne('people'), comments: toMany('comments'), tags: toMany('tags') },
  },
  comments: { attributes: { name }, relationships: { article: toOne('articles') } },
  people: { attributes: { name }, relationships: { articles: toMany('articles') } },
  tags: { attributes: { name } },
});
const counted: Readonly<Record<DatabaseName, string>> = {
  ...{ SQLite: 'integer primary key autoincrement', MariaDB: 'integer primary key auto_increment' },
  ...{ PostgreSQL: 'serial primary key', PGlite: 'integer generated always as identity primary key' },
};
const tablesOf = (database: DatabaseName): string => `
  create table person (id varchar(40) primary key, name varchar(40) not null default '', town varchar(40) not null default 'x');
  create table article (id varchar(40) primary key, name varchar(40) not null default '', author_id varchar(40) references person (id));
  create table comment (id ${counted[database]}, name varchar(40) not null default 'unnamed', article_id varchar(40) references article (id));
  create table tag (id varchar(40) primary key, name varchar(40) not null default '');
  create table article_tag (article_id varchar(40) not null, tag_id varchar(40) not null, primary key (article_id, tag_id));`;
const mapping = {
  articles: {
    table: 'article',
    relationships: {
      author: { column: 'author_id' },
      comments: { foreignKey: 'article_id' },
      tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
    },
  },
  comments: { table: 'comment', idType: 'integer', relationships: { article: { column: 'article_id' } } },
  people: { table: 'person', where: { town: 'x' }, relationships: { articles: { foreignKey: 'author_id' } } },
  tags: { table: 'tag' },
} as const;

const COUNT = 100;
const numbers = Array.from({ length: COUNT }, (_, index) => index);
const to = (type: string, id: string) => ({ data: { type, id } });
const adds = (type: string, relationshipsOf: (index: number) => object = () => ({}), attributes?: object) =>
  numbers.map((index) => ({
    op: 'add',
    data: { type, attributes: attributes ?? { name: `n${index}` }, relationships: relationshipsOf(index) },
  }));

describe.each(databases)('$name', ({ name: database, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'creations', () => {
    const statements: string[] = [];
    const used = useDatabase<never>(open, tablesOf(database), statements);
    beforeEach(() =>
      used.exec(`delete from article_tag; delete from comment; delete from article; delete from person;
        insert into person (id, town) values ('1', 'x'), ('2', 'x'), ('3', 'elsewhere');
        insert into article (id, author_id) values ('a', '1');`),
    );
    const createAll = async (operations: readonly object[]) => {
      const sources = createKyselySources(api, used.db, mapping as never, {
        databaseSchema: await readDatabaseSchema(used.db),
      });
      const server = createServer(api, sources as never, { extensions: [atomicOperations({ limit: COUNT })] });
      statements.length = 0;
      const answer = await operate(server, operations);
      // PGlite begins and ends transactions itself.
      const own = statements.filter((it) => !/^(?:begin|start|set|commit|rollback)/.test(it));
      return { ...answer, count: own.length };
    };
    /** MariaDB reads the rows that it has inserted. */
    const more = database === 'MariaDB' ? 1 : 0;

    test('of a type whose neighbour has a row filter: one statement', async () => {
      const { status, results, count } = await createAll(adds('articles'));
      expect([status, count]).toEqual([200, 1 + more]);
      expect(results.map(({ data }) => data.attributes.name)).toEqual(numbers.map((index) => `n${index}`));
    });

    test('with links to resources that match the row filter: two statements more', async () => {
      const { status, results, count } = await createAll(
        adds('articles', (index) => ({ author: to('people', String((index % 2) + 1)) })),
      );
      expect([status, count]).toEqual([200, 3 + more]);
      expect(results.map(({ data }) => data.relationships.author.data.id)).toEqual(
        numbers.map((index) => String((index % 2) + 1)),
      );
    });

    test('a link to a row that the row filter excludes is 404', async () => {
      const { status, problems } = await createAll(
        adds('articles', (index) => ({ author: to('people', index === 7 ? '3' : '1') })),
      );
      expect([status, problems[0]]).toEqual([
        404,
        'RELATED_RESOURCE_NOT_FOUND /atomic:operations/7/data/relationships/author/data',
      ]);
    });

    test('with ids that the database counts: each result has its own', async () => {
      const { status, results, count } = await createAll(adds('comments', () => ({ article: to('articles', 'a') })));
      // MariaDB looks for the linked resource first: different strings of an id can be equal there.
      expect([status, count]).toEqual([200, (database === 'MariaDB' ? 2 : 1) + more]);
      const { rows } = await sql<{ id: number; name: string }>`select id, name from comment`.execute(used.db);
      const names = new Map(rows.map((row) => [String(row.id), row.name]));
      expect(results.map(({ data }) => names.get(data.id))).toEqual(numbers.map((index) => `n${index}`));
      expect(results.map(({ data }) => data.attributes.name)).toEqual(numbers.map((index) => `n${index}`));
    });

    test('of rows without any value', async () => {
      const { status, results } = await createAll(
        adds('comments').map(({ data: { relationships: _, attributes: __, ...data }, op }) => ({ op, data })),
      );
      expect([status, new Set(results.map(({ data }) => data.id)).size]).toEqual([200, COUNT]);
    });
  });
});
