/** The requests whose ways are counted, to the same 20 articles in memory or in the SQLite of Node, with and without access rules. */
import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect, readDatabaseSchema } from '@linkage/kysely';
import { atomicOperations, createMemorySources, createServer, type JsonApiRequest, type Server } from '@linkage/server';
import { Kysely, type LogEvent } from 'kysely';
import { z } from 'zod';

export const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), { filter: true }), published: z.boolean() },
    relationships: { author: toOne('people'), comments: toMany('comments'), tags: toMany('tags') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  comments: { attributes: { body: z.string() }, relationships: { article: toOne('articles') } },
  tags: { attributes: { name: z.string() } },
});
const ids = Array.from({ length: 20 }, (_, index) => String(index + 1));

async function sqlite(log?: (event: LogEvent) => void) {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table person (id integer primary key autoincrement, name text not null);
    create table article (id text primary key, title text not null, published boolean not null default 1,
      author_id integer references person (id));
    create table comment (id integer primary key, body text not null, article_id text references article (id));
    create table tag (id text primary key, name text not null unique);
    create table article_tag (article_id text references article (id), tag_id text references tag (id),
      primary key (article_id, tag_id));
    insert into person values (1, 'Ada'), (2, 'Bob');
    insert into article values ${ids.map((id) => `('${id}', 'One', 1, 1)`).join(', ')};
    insert into tag values ('1', 'a'), ('2', 'b');
    insert into article_tag values ('1', '1'), ('1', '2');`);
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database), ...(log && { log }) });
  const tags = { through: 'article_tag', from: 'article_id', to: 'tag_id' };
  const mapping = {
    articles: {
      table: 'article',
      relationships: { author: { column: 'author_id' }, comments: { foreignKey: 'article_id' }, tags },
    },
    people: { table: 'person', idType: 'integer', relationships: { articles: { foreignKey: 'author_id' } } },
    comments: { table: 'comment', idType: 'integer', relationships: { article: { column: 'article_id' } } },
    tags: { table: 'tag' },
  } as const;
  return createKyselySources(api, db as never, mapping, { databaseSchema: await readDatabaseSchema(db) });
}
const memory = () =>
  createMemorySources(api, {
    articles: ids.map((id) => ({ id, title: 'One', published: true, author: '1', tags: id === '1' ? ['1', '2'] : [] })),
    people: [
      { id: '1', name: 'Ada' },
      { id: '2', name: 'Bob' },
    ],
    tags: [
      { id: '1', name: 'a' },
      { id: '2', name: 'b' },
    ],
  });
/** Where the articles are. */
export const stores = { sqlite, memory };

const yes = (): boolean => true;
const writes = { create: yes, update: yes, delete: yes, updateRelationship: yes };
const rules = {
  articles: { read: () => [{ field: 'published', values: [true] }] as const, ...writes },
  people: { read: yes, ...writes },
  comments: { read: yes, ...writes },
  tags: { read: yes, ...writes },
};
const hook = { before: () => undefined, after: () => undefined };

/** Creates a server with hooks and atomic operations. */
export function serverOf(sources: Awaited<ReturnType<typeof sqlite | typeof memory>>, hasRules: boolean): Server {
  return createServer(api, sources, {
    context: () => ({ id: '1' }),
    ...(hasRules ? { access: rules } : { defaultAccess: 'allow' }),
    extensions: [atomicOperations()],
    hooks: { articles: { update: hook, create: hook } },
  });
}

const media = 'application/vnd.api+json';
const atomic = `${media};ext="https://jsonapi.org/ext/atomic"`;
const identifier = (type: string, id: string) => ({ type, id });

function requestOf(method: string, url: string, body?: object, headers: Readonly<Record<string, string>> = {}) {
  const sent = body && { body: JSON.stringify(body), headers: { accept: media, 'content-type': media, ...headers } };
  return { method, url, headers: { accept: media, ...headers }, ...sent };
}
const patch = (relationships?: object, headers?: Readonly<Record<string, string>>) =>
  requestOf(
    'PATCH',
    '/articles/1',
    { data: { ...identifier('articles', '1'), attributes: { title: 'One' }, relationships } },
    headers,
  );
const linksOf = (author: string, tags: readonly string[]) => ({
  author: { data: identifier('people', author) },
  tags: { data: tags.map((id) => identifier('tags', id)) },
});

/**
 * Sends each request once, in an order in which each leaves the articles as it found them, but for one that is deleted and one comment more.
 *
 * @param deleted The id of the article to delete. Without it, none is deleted.
 */
export async function sendAll(
  server: Server,
  deleted: string | undefined,
  send: (name: string, request: JsonApiRequest) => Promise<void>,
): Promise<void> {
  const tag = async () => ({
    'if-match': String((await server.handle(requestOf('GET', '/articles/1'))).headers['ETag']),
  });
  const comment = {
    type: 'comments',
    attributes: { body: 'N' },
    relationships: { article: { data: identifier('articles', '1') } },
  };
  const operations = [{ op: 'update', data: { ...identifier('articles', '2'), attributes: { title: 'One' } } }];
  await send('GET one', requestOf('GET', '/articles/1'));
  await send('HEAD one', requestOf('HEAD', '/articles/1'));
  await send('OPTIONS one', requestOf('OPTIONS', '/articles/1'));
  await send('GET list, include, filter', requestOf('GET', '/articles?include=author&filter[title]=One'));
  await send('PATCH title, If-Match, hooks', patch(undefined, await tag()));
  await send('PATCH title, author, tags, If-Match, hooks', patch(linksOf('2', ['1']), await tag()));
  await server.handle(patch(linksOf('1', ['1', '2'])));
  await send('POST with a link', requestOf('POST', '/comments', { data: comment }));
  await send(
    'atomic update',
    requestOf('POST', '/operations', { 'atomic:operations': operations }, { accept: atomic, 'content-type': atomic }),
  );
  if (deleted !== undefined) await send('DELETE', requestOf('DELETE', `/articles/${deleted}`));
}
