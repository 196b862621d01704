import { createClient } from '@linkage/client';
import { expect, test } from 'vitest';
import type { api } from '../../../client/test/world.ts';
import { createReads } from './reads.ts';

const client = createClient<typeof api>({ baseUrl: 'https://example.com/api/' });
const reads = createReads(client);

test('a key contains the read and its canonical query', () => {
  expect(reads.list('articles').queryKey).toEqual(['https://example.com/api', 'articles', 'list', null, null, '']);
  expect(reads.get('articles', '1', { include: ['author'] }).queryKey).toEqual([
    ...['https://example.com/api', 'articles', 'get', '1', null, 'include=author'],
  ]);
  expect(reads.related('articles', '1', 'comments').queryKey.slice(2)).toEqual(['related', '1', 'comments', '']);
  expect(reads.relationship('articles', '1', 'author').queryKey[2]).toBe('relationship');
  expect(reads.infiniteList('articles').queryKey[2]).toBe('infiniteList');
});

test('equal queries have equal keys, and an order that has a meaning counts', () => {
  const keyOf = (query: Parameters<typeof reads.list<'articles'>>[1]) => reads.list('articles', query).queryKey[5];
  const one = keyOf({ fields: { people: ['name'], articles: ['title', 'author'] }, include: ['comments', 'author'] });
  const other = keyOf({ include: ['author', 'comments'], fields: { articles: ['author', 'title'], people: ['name'] } });
  expect(one).toBe(other);
  expect(keyOf({ page: { number: 1, size: 2 } })).toBe(keyOf({ page: { size: 2, number: 1 } }));
  expect(keyOf({ sort: ['title', 'id'] })).not.toBe(keyOf({ sort: ['id', 'title'] }));
  expect(keyOf({ include: [] })).not.toBe(keyOf({}));
});

test('an unknown member of a query is told with the nearest name', () => {
  expect(() => reads.list('articles', { includes: ['author'] } as never)).toThrow('Did you mean `include`?');
});
