import { type SuiteCase, sourceSuite, suiteApi, suiteRecords } from '@linkage/server/source-suite';
import type { StorageOptions } from '@linkage/storage';
import { expect, test } from 'vitest';
import { someOf } from '../../packages/core/test/runs.ts';
import { createMingoSources, type Links } from './mingo-source.ts';

const id = { property: '_id', type: { kind: 'text' } } as const;
const number = { property: '_id', type: 'integer' } as const;
const text = { type: { kind: 'text' }, nullable: false } as const;
const int32 = { type: { kind: 'integer', range: [-(2n ** 31n), 2n ** 31n - 1n] } } as const;
const cents = {
  type: { kind: 'numeric', digits: [8, 2] },
  encode: (value: unknown) => Math.round(Number(value) * 100),
  decode: (stored: unknown) => (Number(stored) / 100).toFixed(2),
} as const;
/** The store has no integers of 64 bits: texts of equal length have their order. */
const half = 2n ** 63n;
const int64 = {
  type: { kind: 'integer', range: [-half, half - 1n] },
  encode: (value: unknown) => String(BigInt(value as string) + half).padStart(20, '0'),
  decode: (stored: unknown) => String(BigInt(stored as string) - half),
} as const;

const columns: StorageOptions['columns'] = {
  articles: {
    ...{ id, title: text, words: int32, open: { type: { kind: 'boolean' }, nullable: false } },
    ...{ labels: { nullable: false }, author: { type: 'integer' } },
  },
  people: { id: number, name: text, boss: { type: 'integer' } },
  tags: { id, name: text },
  comments: { id: number, body: text, article: { type: { kind: 'text' } } },
  samples: {
    ...{ id, note: { type: { kind: 'text' } }, code: { type: { kind: 'text', maxLength: 10 } }, count: int32 },
    ...{ big: int64, token: { type: { kind: 'uuid' } }, day: { type: { kind: 'date' } }, rate: cents },
  },
};
/** Documents of comments contain the id of their article, those of articles the ids of their tags, and so on. */
const links: Links = {
  articles: { comments: 'article' },
  people: { articles: 'author' },
  tags: { articles: 'tags' },
};

const numbers: ReadonlySet<string> = new Set(['people.id', 'comments.id', 'articles.author', 'people.boss']);

function documentsOf(type: string, records: readonly object[]) {
  return records.map((record) => {
    const entries = Object.entries(record).filter(([name]) => links[type]?.[name] === undefined);
    const values = entries.map(([name, value]) => {
      const column = columns[type]?.[name];
      const stored = value === null || column?.encode === undefined ? value : column.encode(value);
      return [column?.property ?? name, numbers.has(`${type}.${name}`) && value !== null ? Number(value) : stored];
    });
    return Object.fromEntries(values);
  });
}

function open() {
  const types = Object.entries(suiteRecords).filter(([type]) => Object.hasOwn(columns, type));
  const collections = Object.fromEntries(types.map(([type, records]) => [type, documentsOf(type, records)]));
  return createMingoSources(suiteApi, { collections }, columns, links);
}

test.each(someOf(sourceSuite(open), 4).map((it: SuiteCase) => [it.name, it] as const))('%s', (_, { run }) => run());

test('the first members of each resource are read by one pipeline', async () => {
  const call = { context: undefined, signal: new AbortController().signal };
  const selection = { attributes: new Set<string>(), relationships: new Set<string>() };
  const pagePerParent = { offset: 0, limit: 1 };
  const pages = await open()['articles']?.related('tags', ['a', 'b'], { atMost: 10, selection, pagePerParent }, call);
  const ids = [...(pages ?? [])].map(([id, { records }]) => [id, records.map((it) => Object(it).id)]);
  expect(ids).toEqual([
    ['a', ['t1']],
    ['b', ['t2']],
  ]);
});
