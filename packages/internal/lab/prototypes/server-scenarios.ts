import { createRequire } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { toFetchHandler } from '../../../adapters/fetch/src/index.ts';
import { createMemorySources, createServer, offsetStrategy, type Server } from '../../../server/src/index.ts';
import { declare, records } from '../../../server/test/prototypes/declared.ts';
import { withRest } from '../../../server/test/with-rest.ts';
import { createKyselySources, createNodeSqliteDialect } from '../../../sources/kysely/src/index.ts';
import type { Scenarios } from './core-scenarios.ts';

const { Kysely } = createRequire(new URL('../../../sources/kysely/package.json', import.meta.url))('kysely');
const type = 'application/vnd.api+json';

/** A request as a line, such as `GET /articles`. */
export interface Sent {
  readonly line: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const reads: readonly Sent[] = [
  ...['/articles', '/articles/1', '/articles/2?include=author', '/articles?include=author,comments.author&sort=-title'],
  ...['/articles?page[size]=1&page[number]=2&page[total]=true', '/articles?fields[articles]=title&filter[title]=Bikes'],
  ...['/articles/1/comments', '/articles/1/author', '/articles/1/relationships/comments?include=comments.author'],
  ...[
    '/articles/__proto__',
    '/articles/constructor',
    '/articles/toString',
    '/constructor',
    '/hasOwnProperty/then/then',
  ],
  ...['/then/then', '/__proto__', '/toString/1', '/articles/1/__proto__', '/articles/1/toString', '/articles?nope=1'],
  ...['/people?page[size]=0', '/articles/1/valueOf', '/articles/1/relationships/isPrototypeOf', '/comments?include=on'],
  ...['/articles?filter[author.name]=Gebhardt&sort=author.name,-title', '/articles?filter[comments]=4'],
].map((url) => ({ line: `GET ${url}` }));

export const sent: readonly Sent[] = [
  ...reads,
  { line: 'HEAD /articles/1' },
  { line: 'OPTIONS /articles' },
  { line: 'PUT /articles/1' },
  { line: 'GET /articles', headers: { Accept: 'text/html' } },
  { line: 'GET /articles/1', headers: { 'If-None-Match': '*' } },
  { line: 'POST /articles', body: '{"data":{"type":"articles","id":"n","attributes":{"title":"New"}}}' },
  {
    line: 'POST /articles',
    body: '{"data":{"type":"articles","attributes":{"title":"New","then":1},"relationships":{"author":{"data":{"type":"people","id":"8"}}}}}',
  },
  { line: 'POST /articles', body: '{"data":{"type":"articles","attributes":{"__proto__":1,"title":2}}}' },
  { line: 'POST /articles', body: '{}', headers: { 'Content-Type': 'application/json' } },
  {
    line: 'PATCH /articles/2',
    body: '{"data":{"type":"articles","id":"2","attributes":{"title":"T"},"relationships":{"comments":{"data":[{"type":"comments","id":"4"}]}}}}',
  },
  { line: 'PATCH /articles/1/relationships/author', body: '{"data":null}' },
  { line: 'POST /articles/1/relationships/comments', body: '{"data":[{"type":"comments","id":"5"}]}' },
  { line: 'DELETE /articles/1/relationships/comments', body: '{"data":[{"type":"comments","id":"4"}]}' },
  { line: 'DELETE /articles/1' },
  { line: 'DELETE /articles/9' },
];

export function requestOf({ line, body, headers }: Sent) {
  const [method = '', url = ''] = line.split(' ');
  const withBody: { readonly body?: string } = body === undefined ? {} : { body };
  return { method, url, headers: { ...(body === undefined ? {} : { 'content-type': type }), ...headers }, ...withBody };
}

const articlesTable = `
  create table person (id integer primary key, name text not null);
  create table article (id integer primary key, title text, views integer, author_id integer references person);
  insert into person values (7, 'Gebhardt'), (8, 'Katz');
  insert into article values (1, 'Bikes', 30, 7), (2, 'Apes', null, null);`;

function kyselyServer(options: object = {}): Server {
  const database = new DatabaseSync(':memory:');
  database.exec(articlesTable);
  const api = declare();
  const db = new Kysely({ dialect: createNodeSqliteDialect(database) });
  const columns = ['subtitle', 'constructor', 'hasOwnProperty', 'toString', 'then', 'toJSON'];
  const mapping = {
    articles: {
      table: 'article',
      idType: 'integer',
      attributes: Object.fromEntries(columns.map((name) => [name, 'title'])),
      relationships: { author: { column: 'author_id' }, comments: null, valueOf: null, isPrototypeOf: null },
    },
    people: { table: 'person', idType: 'integer', relationships: { articles: { foreignKey: 'author_id' } } },
  };
  const sources = withRest(api, createKyselySources(api, db, mapping as never) as never);
  return createServer(api, sources as never, options);
}

function listSource() {
  const { articles } = records();
  return {
    list: () => ({ records: articles }),
    find: (ids: readonly string[]) => articles.filter(({ id }) => ids.includes(String(id))),
  };
}

const quiet = () => undefined;
export const servers: Readonly<Record<string, () => Server>> = {
  memory: () => {
    const api = declare();
    return createServer(api, createMemorySources(api, records() as never), { onError: quiet });
  },
  'memory with options': () => {
    const api = declare();
    const access = {
      articles: { read: () => [{ field: 'title', values: ['Bikes', 'Apes'] }], update: () => true },
      people: { read: () => [{ field: 'name', values: ['Gebhardt'] }] },
      comments: { read: () => true },
    };
    return createServer(api, createMemorySources(api, records() as never), {
      baseUrl: '/api',
      defaultAccess: 'allow',
      access: access as never,
      pagination: { strategy: offsetStrategy, types: { articles: { pageSize: 2 } } },
      limits: { errors: 3 },
      errors: { about: () => '/about' },
      context: () => 1,
      onError: quiet,
    });
  },
  denied: () => {
    const api = declare();
    return createServer(api, createMemorySources(api, records() as never), { defaultAccess: 'deny', onError: quiet });
  },
  'a source of two methods': () => {
    const api = declare();
    return createServer(api, withRest(api, { articles: listSource() } as never), { onError: quiet });
  },
  kysely: () => kyselyServer({ onError: quiet }),
  'kysely with access rules': () =>
    kyselyServer({
      defaultAccess: 'allow',
      access: { people: { read: () => [{ field: 'name', values: ['Gebhardt'] }] } },
      onError: quiet,
    }),
};

/** Every request to every server. The servers are made anew for each run, within the scenario. */
export function serverScenarios(): Scenarios {
  return Object.fromEntries(
    Object.entries(servers).flatMap(([name, create]) => [
      [
        `server: ${name}`,
        async () => {
          const server = create();
          const responses = new Map<string, unknown>();
          for (const each of sent)
            responses.set(`${responses.size} ${each.line}`, await server.handle(requestOf(each)));
          return responses;
        },
      ],
      [
        `fetch: ${name}`,
        async () => {
          const handle = toFetchHandler(create());
          const responses = new Map<string, unknown>();
          for (const each of sent) {
            const { url, ...init } = requestOf(each);
            const response = await handle(
              new Request(`http://localhost${url}`, { __proto__: null, ...init } as object),
            );
            responses.set(`${responses.size} ${each.line}`, [
              response.status,
              [...response.headers],
              await response.text(),
            ]);
          }
          return responses;
        },
      ],
    ]),
  );
}
