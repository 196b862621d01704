/** Statements that change members of a join table are built once for each number of members, and each execution has its own values. */
import { DatabaseSync } from 'node:sqlite';
import { defineApi, toMany } from '@linkage/core';
import { createServer } from '@linkage/server';
import { type Dialect, Kysely, type RootOperationNode } from 'kysely';
import { expect, test } from 'vitest';
import { send } from '../../../server/test/support.ts';
import { createKyselySources, createNodeSqliteDialect, readDatabaseSchema } from './index.ts';

const api = defineApi({
  articles: { attributes: {}, relationships: { tags: toMany('tags'), topics: toMany('tags') } },
  tags: { attributes: {} },
});

async function open(rowFilter: object | undefined) {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table article (id integer primary key);
    create table tag (id integer primary key, deleted integer not null default 0);
    create table article_tag (article_id integer references article, tag_id integer references tag, primary key (article_id, tag_id));
    create table article_topic (article_id integer references article, tag_id integer references tag, primary key (article_id, tag_id));
    insert into article values (1), (2); insert into tag (id) values (1), (2), (3), (4);
  `);
  const own = createNodeSqliteDialect(database);
  let built = 0;
  const dialect: Dialect = {
    createAdapter: () => own.createAdapter(),
    createDriver: () => own.createDriver(),
    createIntrospector: (db) => own.createIntrospector(db),
    createQueryCompiler() {
      const compiler = own.createQueryCompiler();
      return {
        compileQuery(node: RootOperationNode, id) {
          built += 1;
          return compiler.compileQuery(node, id);
        },
      };
    },
  };
  const db = new Kysely<never>({ dialect });
  const through = (table: string) => ({ through: table, from: 'article_id', to: 'tag_id' });
  const relationships = { tags: through('article_tag'), topics: through('article_topic') };
  const tags = { table: 'tag', idType: 'integer', ...(rowFilter === undefined ? {} : { where: rowFilter }) } as const;
  const mapping = { articles: { table: 'article', idType: 'integer', relationships }, tags } as const;
  const server = createServer(
    api,
    createKyselySources(api, db, mapping, { databaseSchema: await readDatabaseSchema(db) }),
  );
  return {
    /** Replaces members. Returns the number of statements that were built for it. */
    async replace(id: string, name: 'tags' | 'topics', ...ids: readonly string[]) {
      built = 0;
      const data = ids.map((tag) => ({ type: 'tags', id: tag }));
      expect((await send(server, `PATCH /articles/${id}/relationships/${name}`, { data })).status).toBe(204);
      return built;
    },
    links: (table: string) =>
      database
        .prepare(`select article_id || ':' || tag_id as link from ${table} order by 1`)
        .all()
        .map(({ link }) => link),
  };
}

test('replacements by other members, of other resources and relationships', async () => {
  const { replace, links } = await open(undefined);
  await replace('1', 'tags', '1', '2');
  const built = await replace('2', 'tags', '3', '4');
  expect(await replace('1', 'topics', '2', '3')).toBeGreaterThan(built);
  expect(await replace('2', 'topics', '4', '1')).toBe(built);
  expect(await replace('1', 'tags', '2', '4')).toBe(built);
  expect(links('article_tag')).toEqual(['1:2', '1:4', '2:3', '2:4']);
  expect(links('article_topic')).toEqual(['1:2', '1:3', '2:1', '2:4']);
  await replace('1', 'tags');
  await replace('2', 'tags', '4');
  expect(links('article_tag')).toEqual(['2:4']);
});

test('a row filter can have values of its own for each statement', async () => {
  const { replace, links } = await open({ deleted: () => 0 });
  await replace('1', 'tags', '1', '2');
  expect(await replace('1', 'tags', '2', '3')).toBe(await replace('1', 'tags', '2', '4'));
  expect(links('article_tag')).toEqual(['1:2', '1:4']);
});
