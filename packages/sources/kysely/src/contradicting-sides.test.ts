import { DatabaseSync } from 'node:sqlite';
import { type Api, defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer, type Server } from '@linkage/server';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createKyselySources, createNodeSqliteDialect } from './index.ts';

const api = defineApi({
  people: {
    relationships: {
      mentor: toOne('people', { inverse: 'pupils' }),
      pupils: toMany('people', { inverse: 'mentor' }),
      likes: toMany('people', { inverse: 'likedBy' }),
      likedBy: toMany('people', { inverse: 'likes' }),
    },
    clientGeneratedIds: true,
  },
});
const ids = ['3', '5'];

const worlds: Readonly<Record<string, () => Server>> = {
  memory: () => createServer(api, createMemorySources(api, { people: ids.map((id) => ({ id })) })),
  sql() {
    const database = new DatabaseSync(':memory:');
    database.exec(`
      create table person (id text primary key, mentor_id text references person (id));
      create table likes (liker text not null, liked text not null, primary key (liker, liked));
      insert into person values ('3', null), ('5', null);
    `);
    const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database) });
    const sources = createKyselySources(api, db, {
      people: {
        table: 'person',
        relationships: {
          mentor: { column: 'mentor_id' },
          pupils: { foreignKey: 'mentor_id' },
          likes: { through: 'likes', from: 'liker', to: 'liked' },
          likedBy: { through: 'likes', from: 'liked', to: 'liker' },
        },
      },
    });
    return createServer(api, sources);
  },
};

async function send(server: Server, method: string, url: string, data?: object) {
  const headers = data === undefined ? {} : { 'content-type': 'application/vnd.api+json' };
  const { status, body } = await server.handle({ method, url, headers, body: data && JSON.stringify({ data }) });
  return { status, document: body === undefined ? undefined : JSON.parse(body as string) };
}

type Linkage = null | object | readonly object[];
const linkage = (given: string | null | readonly string[], self: object): Linkage => {
  const one = (id: string) => (id === 'self' ? { type: 'people', ...self } : { type: 'people', id });
  return given === null ? null : typeof given === 'string' ? one(given) : given.map(one);
};
const lists = [[], ['self'], ['5'], ['5', 'self']] as const;
const cases = [
  ...[null, 'self', '5'].flatMap((one) => lists.map((other) => ['mentor', one, 'pupils', other] as const)),
  ...lists.flatMap((one) => lists.map((other) => ['likes', one, 'likedBy', other] as const)),
];
const requests: readonly (readonly [string, string, object])[] = [
  ['PATCH', '/people/3', { id: '3' }],
  ['POST', '/people', { id: '9' }],
  ['POST', '/people', { lid: 'new' }],
];

describe.each(requests)('%s %s of %o', (method, url, self) => {
  test.each(cases)('%s %j and %s %j: every source decides the same', async (name, one, other, members) => {
    const relationships = { [name]: { data: linkage(one, self) }, [other]: { data: linkage(members, self) } };
    const holdsItself = (given: unknown) => [given].flat().includes('self');
    const isRight = holdsItself(one) === holdsItself(members);
    for (const open of Object.values(worlds)) {
      for (const order of [relationships, Object.fromEntries(Object.entries(relationships).reverse())]) {
        const server = open();
        const answer = await send(server, method, url, { type: 'people', ...self, relationships: order });
        if (!isRight) {
          expect([answer.status, answer.document.errors[0].code]).toEqual([422, 'VALUE_REJECTED']);
          expect(answer.document.errors[0].source).toEqual({ pointer: `/data/relationships/${other}/data` });
          continue;
        }
        expect(answer.status).toBe(method === 'POST' ? 201 : 200);
        const { id } = answer.document.data;
        for (const [relationship, { data }] of Object.entries(relationships)) {
          const stored = await send(server, 'GET', `/people/${id}/relationships/${relationship}`);
          const own = JSON.parse(JSON.stringify(data).replaceAll('"lid":"new"', `"id":"${id}"`));
          const sorted = (given: unknown) =>
            [given]
              .flat()
              .map((it) => JSON.stringify(it))
              .sort();
          expect(sorted(stored.document.data)).toEqual(sorted(own));
        }
      }
    }
  });
});

test('two relationships over the same column', async () => {
  const twins = defineApi({
    people: { relationships: { articles: toMany('articles'), works: toMany('articles') } },
    articles: { relationships: { author: toOne('people') } },
  });
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table person (id text primary key);
    create table article (id text primary key, author_id text references person (id));
    insert into person values ('1');
    insert into article values ('1', null), ('2', null);
  `);
  const sources = createKyselySources(twins, new Kysely<never>({ dialect: createNodeSqliteDialect(database) }), {
    people: {
      table: 'person',
      relationships: { articles: { foreignKey: 'author_id' }, works: { foreignKey: 'author_id' } },
    },
    articles: { table: 'article', relationships: { author: { column: 'author_id' } } },
  });
  const server = createServer(twins as Api, sources as never);
  const patch = (articles: readonly string[], works: readonly string[]) => {
    const data = (list: readonly string[]) => ({ data: list.map((id) => ({ type: 'articles', id })) });
    const relationships = { articles: data(articles), works: data(works) };
    return send(server, 'PATCH', '/people/1', { type: 'people', id: '1', relationships });
  };
  expect((await patch(['1'], ['2'])).document.errors[0].code).toBe('VALUE_REJECTED');
  expect((await patch(['1', '2'], ['2', '1'])).status).toBe(200);
});
