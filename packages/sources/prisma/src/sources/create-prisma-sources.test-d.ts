import { defineApi, toMany, toOne } from '@linkage/core';
import { createServer, defineContext, type SourceCall } from '@linkage/server';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { PrismaDatabase } from '../dialect/prisma-dialect.ts';
import { createPrismaSources } from './create-prisma-sources.ts';

/** As Prisma generates it. */
interface Model<Scalars, Objects> {
  readonly [key: symbol]: { readonly types: { readonly payload: { scalars: Scalars; objects: Objects } } };
}
interface Client extends PrismaDatabase {
  readonly article: Model<
    {
      id: string;
      headline: string;
      words: number | null;
      size: bigint;
      at: Date;
      labels: unknown;
      tenant: string;
      authorId: number;
    },
    { author: object; comments: object[] }
  >;
  readonly person: Model<{ id: number; name: string }, { articles: object[] }>;
}
declare const prisma: Client;

const api = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      words: z.number().nullable(),
      size: z.string(),
      at: z.iso.datetime(),
      labels: z.array(z.string()),
    },
    relationships: { author: toOne('people'), tags: toMany('articles') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
});
const tags = { through: 'ArticleTag', from: 'articleId', to: 'tagId' };
const articles = { model: 'article', attributes: { title: 'headline' }, relationships: { tags } } as const;

test('a mapping fits the declaration and the models', async () => {
  const sources = await createPrismaSources(api, prisma, { articles, people: { model: 'person' } });
  expectTypeOf<keyof typeof sources>().toEqualTypeOf<'articles' | 'people'>();
  createServer(api, sources);
  await createPrismaSources(api, prisma, {
    articles: {
      ...articles,
      id: 'id',
      columns: { '@tenant': 'tenant' },
      where: { tenant: ({ context }: SourceCall<{ tenant: string }>) => context.tenant },
      softDelete: { at: () => new Date() },
      relationships: { author: { column: 'authorId' }, tags: null },
    },
  });
  await createPrismaSources(api, prisma, {
    articles: { ...articles, where: true, softDelete: { at: () => new Date() } },
  });
});

test('functions of the mapping know the context, and so does the server', async () => {
  const context = defineContext(() => ({ tenant: 'a' }));
  const rowFilter = {
    articles: { ...articles, relationships: { author: { column: 'authorId' }, tags: null } },
  } as const;
  const sources = await createPrismaSources(
    api,
    prisma,
    {
      articles: { ...rowFilter.articles, where: { tenant: ({ context: { tenant } }) => tenant } },
      people: { model: 'person' },
    },
    { context },
  );
  createServer(api, sources, { context });
  const tenant = { column: 'tenant', of: (it: { tenant: string }) => it.tenant, except: ['people'] };
  const all = { articles: rowFilter.articles, people: { model: 'person' } } as const;
  createServer(api, await createPrismaSources(api, prisma, all, { context, tenant }), { context });
  const other = { column: 'tenant', of: (it: { user: string }) => it.user };
  // @ts-expect-error: the context has no `user`.
  await createPrismaSources(api, prisma, all, { context, tenant: other });
  // @ts-expect-error: the sources read another context.
  createServer(api, sources, { context: () => ({ user: 'Ann' }) });
});

test('what does not fit is not accepted', async () => {
  // @ts-expect-error: the client has no model `persons`.
  await createPrismaSources(api, prisma, { people: { model: 'persons' } });
  // @ts-expect-error: the model has no field `title`.
  await createPrismaSources(api, prisma, { articles: { model: 'article', relationships: { tags } } });
  // @ts-expect-error: the model has no relation `tags`.
  await createPrismaSources(api, prisma, { articles: { model: 'article', attributes: { title: 'headline' } } });
  await createPrismaSources(api, prisma, {
    articles: {
      ...articles,
      attributes: {
        // @ts-expect-error: a number does not fit a string.
        title: 'words',
      },
    },
  });
  await createPrismaSources(api, prisma, {
    articles: {
      ...articles,
      where: {
        // @ts-expect-error: the field has strings.
        tenant: 5,
      },
    },
  });
  await createPrismaSources(api, prisma, {
    articles: {
      ...articles,
      // @ts-expect-error: the field of another model.
      version: 'name',
    },
  });
});
