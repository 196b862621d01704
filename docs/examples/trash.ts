import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';

// #region trash
const api = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      slug: z.string().max(50),
      deletedAt: attribute(z.iso.datetime().nullable().default(null), { filter: true }),
    },
  },
});

interface User {
  readonly isEditor: boolean;
}

export function createTrashServer(db: Kysely<never>) {
  const sources = createKyselySources(api, db, {
    articles: {
      table: 'article',
      idType: 'integer',
      attributes: { deletedAt: 'deleted_at' },
      softDelete: { deleted_at: () => new Date().toISOString() },
      where: true, // Deleted rows stay resources: `read` below decides who sees them.
    },
  });
  return createServer(api, sources, {
    // In production: from the verified token.
    context: ({ headers }): User => ({ isEditor: headers['x-role'] === 'editor' }),
    access: {
      articles: {
        // Only editors see deleted articles, as GET /articles?filter[deletedAt][ne]=null.
        read: ({ isEditor }) => isEditor || [{ field: 'deletedAt', values: [null] }],
        fields: ({ isEditor }) => isEditor || ['title', 'slug'],
        create: ({ isEditor }) => isEditor,
        delete: ({ isEditor }) => isEditor,
        // PATCH with `"deletedAt": null` restores an article. A time in this attribute would be a deletion without its rule.
        update: ({ isEditor }, { input }) => isEditor && typeof input.attributes.deletedAt !== 'string',
      },
    },
  });
}
// #endregion

const database = new DatabaseSync(':memory:');
database.exec(`
  create table article (id integer primary key, title text not null, slug text not null, deleted_at text);
  create unique index article_slug on article (slug) where deleted_at is null;
  insert into article values (1, 'News', 'news', null), (2, 'Old', 'old', '2026-01-01T00:00:00Z');
`);
export const server = createTrashServer(new Kysely({ dialect: createNodeSqliteDialect(database) }));
