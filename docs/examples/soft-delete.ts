import { defineApi } from '@linkage/core';
import { createKyselySources } from '@linkage/kysely';
import { createServer, type SourceCall } from '@linkage/server';
import { z } from 'zod';
import { createArticleDatabase } from './memory-database.ts';

const { db } = createArticleDatabase();

// #region source
const api = defineApi({
  articles: { attributes: { title: z.string(), deletedAt: z.iso.datetime().nullable().default(null) } },
});
const { articles } = createKyselySources(api, db, { articles: { table: 'article', idType: 'integer' } });

const softDeleted = {
  ...articles,
  // The access rules and checks of DELETE run first. Then the row is changed instead of removed.
  async delete(id: string, call: SourceCall) {
    const attributes = { deletedAt: new Date().toISOString() };
    return (await articles.update(id, { type: 'articles', id, attributes, relationships: {} }, call)) !== null;
  },
};

export const server = createServer(
  api,
  { articles: softDeleted },
  {
    context: ({ headers }): unknown => headers['x-user'], // in production: from the verified token
    access: {
      articles: {
        // A deleted resource is missing on every path: collections, includes, linkage, filters, and totals.
        read: () => [{ field: 'deletedAt', values: [null] }],
        // Clients can neither read nor write a field that this rule does not name.
        fields: () => ['title'],
        create: (user) => user !== undefined,
        update: (user) => user !== undefined,
        delete: (user) => user !== undefined,
      },
    },
  },
);
// #endregion
