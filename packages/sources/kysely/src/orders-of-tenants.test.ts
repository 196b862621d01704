/** Orders through a relationship whose type has a `read` rule, as in the recipe of tenants, in memory and on every database. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer, type Sources } from '@linkage/server';
import { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { keysetStrategy } from '../../../server/test/keyset.ts';
import { databases, type OpenDatabase } from '../test/databases.ts';
import { createKyselySources, readDatabaseSchema } from './index.ts';

const on = { sort: true, filter: true } as const;
const tenant = attribute(z.string(), { read: false, write: false, onDemand: false } as object);
const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), on), tenant },
    relationships: { author: toOne('people', on), tags: toMany('tags') },
  },
  people: { attributes: { name: attribute(z.string(), on), tenant }, relationships: { boss: toOne('people', on) } },
  tags: { attributes: { label: attribute(z.string(), on), tenant }, relationships: { articles: toMany('articles') } },
});

/** The name of the author of another tenant. Nothing that the user sees depends on it. */
const hiddenNames = ['Aaron', 'Mia', 'Zoe'] as const;

const people = (hidden: string) => [
  { id: '1', name: 'Bo', tenant: 'a', boss: '3' },
  { id: '2', name: 'Eve', tenant: 'a', boss: '1' },
  { id: '3', name: hidden, tenant: 'b', boss: null },
];
const articles = [
  { id: 'k', title: 'K', tenant: 'a', author: '2', tags: ['t'] },
  { id: 'l', title: 'L', tenant: 'a', author: '3', tags: ['t'] },
  { id: 'm', title: 'M', tenant: 'a', author: '1', tags: ['t'] },
  { id: 'n', title: 'N', tenant: 'a', author: null, tags: ['t'] },
  { id: 'o', title: 'O', tenant: 'b', author: '3', tags: ['t'] },
];
const tags = [{ id: 't', label: 'all', tenant: 'a', articles: articles.map(({ id }) => id) }];

const text = (value: string | null): string => (value === null ? 'null' : `'${value}'`);
const schema = (hidden: string): string => `
  create table person (id varchar(20) primary key, name varchar(20) not null, tenant varchar(20) not null, boss_id varchar(20));
  create table article (
    id varchar(20) primary key, title varchar(20) not null, tenant varchar(20) not null, author_id varchar(20) references person (id)
  );
  create table tag (id varchar(20) primary key, label varchar(20) not null, tenant varchar(20) not null);
  create table article_tag (article_id varchar(20) not null, tag_id varchar(20) not null, primary key (article_id, tag_id));
  ${people(hidden)
    .map((it) => `insert into person values ('${it.id}', '${it.name}', '${it.tenant}', ${text(it.boss)});`)
    .join('\n')}
  ${articles
    .map((it) => `insert into article values ('${it.id}', '${it.title}', '${it.tenant}', ${text(it.author)});`)
    .join('\n')}
  insert into tag values ('t', 'all', 'a');
  insert into article_tag select id, 't' from article;
`;
const mapping = {
  articles: {
    table: 'article',
    relationships: {
      author: { column: 'author_id' },
      tags: { through: 'article_tag', from: 'article_id', to: 'tag_id' },
    },
  },
  people: { table: 'person', relationships: { boss: { column: 'boss_id' } } },
  tags: { table: 'tag', relationships: { articles: { through: 'article_tag', from: 'tag_id', to: 'article_id' } } },
};

type Send = (url: string) => Promise<{ readonly status: number; readonly body: string }>;

/** Serves the rows of one tenant: every type has the same rule. */
function serve(sources: Sources<typeof api>, hasCursors: boolean): Send {
  const rule = { read: () => [{ field: 'tenant', values: ['a'] }] };
  const server = createServer(api, sources, {
    access: { articles: rule, people: rule, tags: rule } as never,
    ...(hasCursors ? { pagination: { strategy: keysetStrategy } } : {}),
  });
  return async (url) => {
    const { status, body = '' } = await server.handle({ method: 'GET', url, headers: {} });
    return { status, body };
  };
}

interface OpenSources {
  readonly sources: Sources<typeof api>;
  readonly close: () => Promise<void>;
}

const worlds: readonly {
  readonly name: string;
  readonly missing: string | undefined;
  readonly open: (hidden: string) => Promise<OpenSources>;
}[] = [
  {
    name: 'memory',
    missing: undefined,
    open: async (hidden) => ({
      sources: createMemorySources(api, { articles, people: people(hidden), tags } as never) as Sources<typeof api>,
      close: async () => undefined,
    }),
  },
  ...databases.map(({ name, missing, open }) => ({
    name,
    missing,
    async open(hidden: string) {
      const database: OpenDatabase = await open();
      await database.exec(schema(hidden));
      const db = new Kysely<never>({ dialect: database.dialect });
      const options = { databaseSchema: await readDatabaseSchema(db) };
      return {
        sources: createKyselySources(api, db, mapping as never, options) as unknown as Sources<typeof api>,
        close: async () => {
          await db.destroy();
          await database.close();
        },
      };
    },
  })),
];

/** The articles of the tenant: those without a visible author, or without a visible boss of it, have no value. */
const orders: readonly (readonly [sort: string, ids: string])[] = [
  ['author.name', 'lnmk'],
  ['-author.name', 'kmnl'],
  ['author.name,-title', 'nlmk'],
  ['author.boss.name', 'lmnk'],
  ['-author.boss.name', 'knml'],
  ['author.id', 'lnmk'],
];

const idsOf = (body: string): string =>
  (JSON.parse(body).data as readonly { readonly id: string }[]).map(({ id }) => id).join('');

describe.each(worlds)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'an order through people, some of another tenant', () => {
    test('hides them in lists, related lists, and pages by number and by cursor, whatever their names are', async () => {
      const bodies: string[] = [];
      for (const hidden of hiddenNames) {
        const { sources, close } = await open(hidden);
        const [send, walk] = [serve(sources, false), serve(sources, true)];
        const all: string[] = [];
        for (const [sort, ids] of orders) {
          for (const url of [
            `/articles?sort=${sort}`,
            `/tags/t/articles?sort=${sort}`,
            `/articles?sort=${sort}&include=author`,
          ]) {
            const { status, body } = await send(url);
            expect([url, status, status === 200 ? idsOf(body) : body]).toEqual([url, 200, ids]);
            all.push(body);
          }
          for (const number of [1, 2, 3, 4])
            all.push((await send(`/articles?sort=${sort}&page[size]=1&page[number]=${number}&page[total]=true`)).body);
          let found = '';
          let next: string | null = `/articles?sort=${sort}&page[size]=1`;
          while (next !== null) {
            const { status, body } = await walk(next);
            expect([next, status]).toEqual([next, 200]);
            found += idsOf(body);
            all.push(body);
            next = JSON.parse(body).links.next;
          }
          expect([sort, found]).toEqual([sort, ids]);
        }
        await close();
        bodies.push(all.join('\n'));
      }
      // Cursors contain positions: null for an article with a hidden author.
      expect(bodies[1]).toBe(bodies[0]);
      expect(bodies[2]).toBe(bodies[0]);
    });
  });
});
