import { expect, test } from 'vitest';
import { resourceUrls } from './resource-urls.ts';

test.each([
  ['', '/articles/1'],
  ['/', '/articles/1'],
  ['/api', '/api/articles/1'],
  ['https://example.com/api/', 'https://example.com/api/articles/1'],
])('below the base URL %o (REC-02)', (baseUrl, url) => {
  expect(resourceUrls(baseUrl).resource('articles', '1')).toBe(url);
});

test.each([
  ['a/b', 'a%2Fb'],
  ['a?b#c', 'a%3Fb%23c'],
  ['100%', '100%25'],
  ['a b', 'a%20b'],
  ['ü', '%C3%BC'],
  ['\uD800', '%EF%BF%BD'],
])('the id %o is one segment of the path (REC-02)', (id, segment) => {
  expect(resourceUrls('').resource('articles', id)).toBe(`/articles/${segment}`);
});

test('relationship and related URLs (REC-03, REC-04)', () => {
  expect(resourceUrls('').relationship('articles', '1', 'author')).toBe('/articles/1/relationships/author');
  expect(resourceUrls('').related('articles', '1', 'author')).toBe('/articles/1/author');
});
