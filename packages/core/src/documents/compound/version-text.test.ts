import { expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import type { ResourceType } from '../../schema/api.ts';
import { versionText } from './write-resource.ts';

const textOf = (type: string, record: object): string =>
  versionText(blog, blog.types.get(type) as ResourceType, record);

test.each<[string, object, string]>([
  ['articles', { id: 1 }, '{"data":{"type":"articles","id":"1","attributes":{}}}'],
  ['articles', { id: 1, title: 'A' }, '{"data":{"type":"articles","id":"1","attributes":{"title":"A"}}}'],
  [
    'articles',
    { id: 1, comments: [5, 6] },
    '{"data":{"type":"articles","id":"1","attributes":{},"relationships":{"comments":{"data":[{"type":"comments","id":"5"},{"type":"comments","id":"6"}]}}}}',
  ],
  [
    'people',
    { id: 9, friend: null, articles: [] },
    '{"data":{"type":"people","id":"9","attributes":{},"relationships":{"articles":{"data":[]},"friend":{"data":null}}}}',
  ],
  ['markers', { id: 1, more: 2 }, '{"data":{"type":"markers","id":"1"}}'],
])('of %s, %j', (type, record, text) => {
  expect(textOf(type, record)).toBe(text);
});

test('equal resources have equal strings, whatever the order of their members', () => {
  const record = { id: 1, title: 'A', createdAt: 'now', tags: [], author: { id: 9, name: 'Dan' }, comments: [] };
  const turned = Object.fromEntries(Object.entries(record).reverse());
  expect(textOf('articles', turned)).toBe(textOf('articles', record));
  expect(Object.keys(JSON.parse(textOf('articles', turned)).data.attributes)).toEqual(['title', 'createdAt', 'tags']);
});

test('each field and the id change the text', () => {
  const record = { id: 1, title: 'A', author: 9, comments: [5] };
  const changes = [
    {},
    { id: 2 },
    { title: 'B' },
    { author: 8 },
    { author: null },
    { comments: [] },
    { comments: [5, 6] },
  ];
  expect(new Set(changes.map((change) => textOf('articles', { ...record, ...change }))).size).toBe(changes.length);
});
