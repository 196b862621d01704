import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createServer, defineContext, type SourceCall } from '@linkage/server';
import { isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { bigint, integer, jsonb, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createDrizzleSources } from './create-drizzle-sources.ts';

const people = pgTable('people', { id: integer().primaryKey(), fullName: text().notNull() });
const articles = pgTable('articles', {
  id: text().primaryKey(),
  title: text().notNull(),
  words: integer(),
  size: bigint({ mode: 'bigint' }),
  price: numeric(),
  at: timestamp(),
  labels: jsonb().$type<string[]>(),
  tenant: text().notNull(),
  authorId: integer().references(() => people.id),
});
const db = drizzle.mock();

const api = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      words: z.number().nullable(),
      size: z.string().nullable(),
      price: z.string().nullable(),
      at: z.iso.datetime().nullable(),
      labels: z.array(z.string()).nullable(),
      length: attribute(z.number(), { write: false }),
    },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
});

const length = { expression: (row: typeof articles) => sql`length(${row.title})` };
const ofArticles = {
  table: articles,
  attributes: { length },
  relationships: { author: { column: articles.authorId } },
};
const ofPeople = {
  table: people,
  attributes: { name: people.fullName },
  relationships: { articles: { foreignKey: articles.authorId } },
};

test('a mapping fits the declaration and the tables', () => {
  const sources = createDrizzleSources(api, db, { articles: ofArticles, people: ofPeople });
  expectTypeOf<keyof typeof sources>().toEqualTypeOf<'articles' | 'people'>();
  createServer(api, sources);
  createDrizzleSources(api, db, {
    articles: {
      table: articles,
      id: articles.id,
      attributes: { length, title: { column: articles.title, decode: String, encode: (it) => it.trim() } },
      columns: { '@tenant': articles.tenant },
      where: { tenant: ({ context }: SourceCall<{ tenant: string }>) => context.tenant },
      softDelete: { at: () => new Date() },
      relationships: { author: null },
    },
  });
  createDrizzleSources(api, db, { articles: { ...ofArticles, where: (row) => isNull(row.at) } });
  createDrizzleSources(api, db, { articles: { ...ofArticles, where: true, softDelete: { at: () => new Date() } } });
});

test('functions of the mapping know the context, and so does the server', () => {
  const context = defineContext(() => ({ tenant: 'a' }));
  const sources = createDrizzleSources(
    api,
    db,
    { articles: { ...ofArticles, where: { tenant: ({ context: { tenant } }) => tenant } }, people: ofPeople },
    { context },
  );
  createServer(api, sources, { context });
  const tenant = { column: 'tenant', of: (it: { tenant: string }) => it.tenant, except: ['people'] };
  createServer(api, createDrizzleSources(api, db, { articles: ofArticles, people: ofPeople }, { context, tenant }), {
    context,
  });
  const other = { column: 'tenant', of: (it: { user: string }) => it.user };
  // @ts-expect-error: the context has no `user`.
  createDrizzleSources(api, db, { articles: ofArticles, people: ofPeople }, { context, tenant: other });
  // @ts-expect-error: the sources read another context.
  createServer(api, sources, { context: () => ({ user: 'Ann' }) });
});

test('what does not fit is not accepted', () => {
  // @ts-expect-error: the table has no property `name`.
  createDrizzleSources(api, db, { people: { table: people, relationships: { articles: null } } });
  // @ts-expect-error: every relationship is named.
  createDrizzleSources(api, db, { people: { table: people, attributes: { name: people.fullName } } });
  createDrizzleSources(api, db, {
    people: {
      ...ofPeople,
      attributes: {
        // @ts-expect-error: a number does not fit a string.
        name: people.id,
      },
    },
  });
  createDrizzleSources(api, db, {
    articles: {
      ...ofArticles,
      relationships: {
        author: {
          // @ts-expect-error: the column of another table.
          column: people.id,
        },
      },
    },
  });
  createDrizzleSources(api, db, {
    articles: {
      ...ofArticles,
      where: {
        // @ts-expect-error: the column has strings.
        tenant: 5,
      },
    },
  });
  createDrizzleSources(api, db, {
    articles: {
      ...ofArticles,
      // @ts-expect-error: the column of another table.
      id: people.id,
    },
  });
});
