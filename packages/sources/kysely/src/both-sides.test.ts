import { DatabaseSync } from 'node:sqlite';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { describeBothSides } from '../../../server/test/both-sides-suite.ts';
import { createKyselySources, createNodeSqliteDialect } from './index.ts';

describeBothSides((declared, options) => {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table person (id text primary key, name text not null);
    create table article (id text primary key, title text not null, author_id text references person (id) on delete set null);
    create table tag (id text primary key);
    create table article_tag (article_id text not null, tag_id text not null, primary key (article_id, tag_id));
    insert into person values ('7', 'Ada'), ('8', 'Bo'), ('9', 'Cy');
    insert into article values ('1', 'one', '7'), ('2', 'two', '9'), ('3', 'three', null);
    insert into tag values ('t1'), ('t2');
    insert into article_tag values ('1', 't1');
  `);
  const db = new Kysely({ dialect: createNodeSqliteDialect(database) });
  const sources = createKyselySources(declared, db, {
    articles: {
      table: 'article',
      relationships: {
        author: { column: 'author_id' },
        tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
      },
    },
    people: { table: 'person', relationships: { articles: { foreignKey: 'author_id' } } },
    tags: { table: 'tag', relationships: { articles: { through: 'article_tag', from: 'tag_id', to: 'article_id' } } },
  });
  const server = createServer(declared, sources, options);
  const state = () =>
    JSON.stringify([
      database.prepare('select id, author_id from article order by id').all(),
      database.prepare('select article_id, tag_id from article_tag order by 1, 2').all(),
    ]);
  const send = async (line: string, data?: unknown, headers: Record<string, string> = {}) => {
    const [method = '', url = ''] = line.split(' ');
    const body = data === undefined ? undefined : JSON.stringify({ data });
    const type = { 'content-type': 'application/vnd.api+json' };
    const { status, body: text } = await server.handle({ method, url, headers: { ...type, ...headers }, body });
    return { status, document: text === undefined ? undefined : JSON.parse(text) };
  };
  return { send, state };
});
