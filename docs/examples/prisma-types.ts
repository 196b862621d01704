import type { StorageOptions } from '@linkage/storage';

// #region types
export const models = {
  articles: 'article',
  people: 'person',
  tags: 'tag',
  comments: 'comment',
  samples: 'sample',
};

// Values of Prisma that JSON does not have.
const bigint = { type: 'bigint', encode: (value: unknown) => BigInt(value as string), decode: String };
const day = {
  type: 'date',
  encode: (value: unknown) => new Date(`${value}T00:00:00Z`),
  decode: (value: unknown) => (value as Date).toISOString().slice(0, 10),
};
const price = {
  type: 'numeric(8, 2)',
  decode: (value: unknown) => (value as { toFixed(digits: number): string }).toFixed(2),
};
const text = { type: 'text', nullable: false };
const integer = { type: 'integer' };

export const columns: StorageOptions['columns'] = {
  articles: {
    ...{ id: text, title: text, words: integer, open: { type: 'boolean', nullable: false } },
    ...{ labels: { type: 'json', nullable: false }, author: { property: 'authorId', type: 'integer' } },
  },
  people: { id: { type: 'integer', nullable: false }, name: text, boss: { property: 'bossId', type: 'integer' } },
  tags: { id: text, name: text },
  comments: { id: { type: 'integer', nullable: false }, body: text, article: { property: 'articleId', type: 'text' } },
  samples: {
    ...{ id: text, note: { type: 'text' }, code: { type: 'varchar(10)' }, count: integer, big: bigint },
    ...{ token: { type: 'uuid' }, day, rate: price },
  },
};
// #endregion
