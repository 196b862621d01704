import { DatabaseSync } from 'node:sqlite';
import { defineApi, toMany } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { createKyselySources } from './index.ts';
import { createNodeSqliteDialect } from './node-sqlite.ts';

const api = defineApi({
  articles: { attributes: {}, relationships: { comments: toMany('comments') } },
  comments: { attributes: {}, relationships: { replies: toMany('replies') } },
  replies: { attributes: {} },
});

/** Deletes an article with a comment and a reply. Returns the status and what is left. */
async function deleteArticle(rejected: readonly ('comments' | 'replies')[], id = '1') {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table article (id text primary key);
    create table comment (id text primary key, article_id text references article (id));
    create table reply (id text primary key, comment_id text references comment (id));
    insert into article values ('1'), ('2');
    insert into comment values ('1', '1');
    insert into reply values ('1', '1');
  `);
  const sources = createKyselySources(api, new Kysely({ dialect: createNodeSqliteDialect(database) }), {
    articles: { table: 'article', relationships: { comments: { foreignKey: 'article_id', onDelete: 'cascade' } } },
    comments: { table: 'comment', relationships: { replies: { foreignKey: 'comment_id', onDelete: 'cascade' } } },
    replies: { table: 'reply' },
  });
  const asked: string[] = [];
  const rule = (type: 'comments' | 'replies') => ({
    delete: (_: unknown, subject: { readonly id: string }) => {
      asked.push(`${type} ${subject.id}`);
      return !rejected.includes(type);
    },
  });
  const server = createServer(api, sources, {
    defaultAccess: 'allow',
    access: { comments: rule('comments'), replies: rule('replies') },
  });
  const { status } = await server.handle({ method: 'DELETE', url: `/articles/${id}`, headers: {} });
  const count = (table: string) => database.prepare(`select count(*) as n from ${table}`).get()?.['n'];
  return [status, asked.join(), ['article', 'comment', 'reply'].map(count).join()];
}

test('a cascade of the mapping calls the rules of each row that it deletes', async () => {
  expect(await deleteArticle([])).toEqual([204, 'comments 1,replies 1', '1,0,0']);
  expect(await deleteArticle(['replies'])).toEqual([403, 'comments 1,replies 1', '2,1,1']);
  expect(await deleteArticle(['comments'])).toEqual([403, 'comments 1', '2,1,1']);
  expect(await deleteArticle(['comments', 'replies'], '2')).toEqual([204, '', '1,1,1']);
});
