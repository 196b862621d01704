import { attribute, defineAction, defineApi, defineCollection, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

const on = { filter: true, sort: true } as const;
const link = { filter: true, sort: true } as const;
const text = attribute(z.string(), on);
const whole = attribute(z.number().int(), on);
/** The data of each membership: a column of the join table. */
const member = { rank: z.number().int().default(0) };

/**
 * The API of the two worlds: `card` needs `salary`, an SQL expression computes `open`, `accounts` and `people` share a table, and both
 * sides of every relationship can be written.
 */
export const api = defineApi({
  teams: { attributes: { name: text, open: whole }, clientGeneratedIds: true },
  people: {
    attributes: {
      // Articles without an author that the user can read come last.
      name: attribute(z.string(), { ...on, nulls: 'last' }),
      team: text,
      salary: whole,
      hidden: whole,
      card: attribute(z.string(), {
        compute: ({ name, salary }: { readonly name: string; readonly salary: number }) => `${name} earns ${salary}`,
        needs: ['name', 'salary'],
      }),
    },
    relationships: { boss: toOne('people', link), articles: toMany('articles', { inverse: 'author', filter: true }) },
    clientGeneratedIds: true,
  },
  accounts: { attributes: { name: text, team: text, hidden: whole }, clientGeneratedIds: true },
  articles: {
    attributes: {
      title: text,
      state: text,
      open: attribute(z.number().nullable(), { ...on, write: false, nulls: 'last' }),
    },
    relationships: {
      author: toOne('people', { ...link, inverse: 'articles' }),
      team: toOne('teams', link),
      comments: toMany('comments', { inverse: 'article', filter: true }),
      tags: toMany('tags', { inverse: 'articles', filter: true, member }),
    },
    actions: {
      stamp: defineAction({ output: z.object({ ids: z.string() }) }),
      stampAll: defineAction({ on: 'filter', output: z.object({ ids: z.string() }) }),
    },
    clientGeneratedIds: true,
  },
  comments: {
    attributes: { body: text, hidden: whole },
    relationships: { article: toOne('articles', { ...link, inverse: 'comments' }) },
    clientGeneratedIds: true,
  },
  tags: {
    attributes: { word: text, hidden: whole },
    relationships: { articles: toMany('articles', { inverse: 'tags', filter: true, member }) },
    clientGeneratedIds: true,
  },
});

/** The collections of several types. Rows of one table belong to two types of them. */
export const collections = [
  defineCollection(api, 'named', { types: ['teams', 'people', 'accounts'], sort: ['name'], filter: ['name'] }),
  defineCollection(api, 'marked', { types: ['comments', 'people', 'tags'], sort: ['-hidden'], filter: ['hidden'] }),
];

export type TypeName = 'teams' | 'people' | 'accounts' | 'articles' | 'comments' | 'tags';

/** The tables, with columns in the order of `rowsOf` in `world-data.ts`. */
export const tables = `
  create table team (id integer primary key, name text not null, open integer not null);
  create table person (id integer primary key, name text not null, team text not null, salary integer not null default 0,
    hidden integer not null, boss integer references person (id));
  create table article (id integer primary key, title text not null, state text not null, team integer references team (id),
    author integer references person (id));
  create table comment (id integer primary key, body text not null, hidden integer not null,
    article integer references article (id));
  create table tag (id integer primary key, word text not null, hidden integer not null);
  create table article_tag (article integer not null references article (id) on delete cascade,
    tag integer not null references tag (id) on delete cascade, rank integer not null default 0, primary key (article, tag));
`;

export const mapping = {
  teams: { table: 'team', idType: 'integer' },
  people: {
    table: 'person',
    idType: 'integer',
    relationships: { boss: { column: 'boss' }, articles: { foreignKey: 'author' } },
  },
  accounts: { table: 'person', idType: 'integer' },
  articles: {
    table: 'article',
    idType: 'integer',
    attributes: {
      open: {
        // biome-ignore lint/suspicious/noExplicitAny: the tables are not typed.
        expression: (row: any, eb: any) =>
          eb.selectFrom('team').whereRef('team.id', '=', row('team')).select('team.open'),
      },
    },
    relationships: {
      author: { column: 'author' },
      team: { column: 'team' },
      comments: { foreignKey: 'article' },
      tags: { through: 'article_tag', from: 'article', to: 'tag' },
    },
  },
  comments: { table: 'comment', idType: 'integer', relationships: { article: { column: 'article' } } },
  tags: {
    table: 'tag',
    idType: 'integer',
    relationships: { articles: { through: 'article_tag', from: 'tag', to: 'article' } },
  },
};
