import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createPrismaSources, type PrismaDatabase, transactionOf } from '@linkage/prisma';
import { createServer, type SourceCall } from '@linkage/server';
import { z } from 'zod';
import type { Client } from './prisma-client.ts';

// #region api
const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string(), { sort: true, filter: true }),
      length: attribute(z.number().nullable(), { sort: true }),
    },
    relationships: { author: toOne('people', { filter: true }), tags: toMany('tags'), comments: toMany('comments') },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles', { inverse: 'author' }) } },
  tags: { attributes: { name: z.string() }, relationships: { articles: toMany('articles', { inverse: 'tags' }) } },
  comments: { attributes: { body: z.string() }, relationships: { article: toOne('articles') } },
});
// #endregion

// #region server
export async function createPrismaServer(prisma: Client & PrismaDatabase) {
  const sources = await createPrismaSources(api, prisma, {
    articles: {
      model: 'article',
      attributes: { length: 'words' }, // `title` is a field of the model, so it needs no mapping
      onCreate: { open: false, labels: () => '[]' },
    },
    // The relations of the models have the names of the relationships.
    people: { model: 'person' },
    tags: { model: 'tag' },
    comments: { model: 'comment' },
  });
  // Without `access`, everyone can read and write everything.
  return createServer(api, sources);
}
// #endregion

// #region transaction
/** Writes with Prisma in the transaction of a request: a hook receives the call. */
export async function rename(prisma: Client & PrismaDatabase, call: SourceCall, id: number, name: string) {
  const tx = await transactionOf(prisma, call);
  await tx.person.update({ where: { id }, data: { name } });
}
// #endregion
