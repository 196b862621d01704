import type { PrismaType } from './prisma-source.ts';

// #region types
export const types: Readonly<Record<string, PrismaType>> = {
  articles: {
    model: 'article',
    columns: { id: 'text', title: 'text', words: 'integer?', open: 'boolean', labels: 'json', author: 'integer?' },
  },
  people: { model: 'person', columns: { id: 'integer', name: 'text', boss: 'integer?' } },
  tags: { model: 'tag', columns: { id: 'text', name: 'text' } },
  comments: { model: 'comment', columns: { id: 'integer', body: 'text', article: 'text?' } },
  samples: {
    model: 'sample',
    columns: {
      id: 'text',
      note: 'text?',
      code: 'varchar(10)?',
      count: 'integer?',
      big: 'bigint?',
      token: 'uuid?',
      day: 'date?',
      rate: 'numeric(8, 2)?',
    },
  },
};
// #endregion
