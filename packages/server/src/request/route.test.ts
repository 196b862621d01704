import { createUrlScheme } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { blog } from '../../test/blog.ts';
import type { RuledRequest } from '../rules/context.ts';
import { findRoute, parseTarget } from './route.ts';

const request = {
  api: blog,
  server: { urls: createUrlScheme(blog), sourceOf: () => ({}), mixed: new Map() },
} as unknown as RuledRequest;
const statusOf = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return (error as { status?: number }).status;
  }
  return undefined;
};

describe('parseTarget', () => {
  test.each([
    ['/articles', ['articles']],
    ['/articles/1', ['articles', '1']],
    ['/articles/a%2Fb', ['articles', 'a/b']],
    ['/articles/%3F%23%25%20', ['articles', '?#% ']],
    ['/articles/%C3%A4', ['articles', 'ä']],
    ['/articles/ä', ['articles', 'ä']],
    ['/articles/%2531', ['articles', '%31']],
    ['/articles/1+1', ['articles', '1+1']],
    ['/articles/1#/comments', ['articles', '1']],
    ['/articles/', ['articles', '']],
    ['//articles', ['', 'articles']],
    ['/', ['']],
    ['', []],
  ])('REC-02 decodes each segment of %j once, after splitting', (url, segments) => {
    expect(parseTarget(url, 8192).segments).toEqual(segments);
  });

  test.each([
    ['/x?a=b', [['a', 'b']]],
    ['/x?page[size]=1', [['page[size]', '1']]],
    ['/x?page%5Bsize%5D=1', [['page[size]', '1']]],
    ['/x?a=1+%2B', [['a', '1 +']]],
    [
      '/x?a=?&b=#c',
      [
        ['a', '?'],
        ['b', ''],
      ],
    ],
    ['/x?', []],
    ['/x', []],
  ])('QRY-06 reads the query of %s as form-urlencoded', (url, pairs) => {
    expect([...new URLSearchParams(parseTarget(url, 8192).search)]).toEqual(pairs);
  });

  test.each(['/articles/%', '/articles/%zz', '/articles/%ff', '/articles/%C3', '/%E0%A4%A'])(
    '%s is not a UTF-8, percent-encoded: 400',
    (url) => {
      expect(statusOf(() => parseTarget(url, 8192))).toBe(400);
    },
  );

  test('a URL that is too long: 414', () => {
    expect(statusOf(() => parseTarget('/12345', 6))).toBeUndefined();
    expect(statusOf(() => parseTarget('/123456', 6))).toBe(414);
  });
});

describe('findRoute', () => {
  test.each([
    ['REC-01', ['articles'], { kind: 'collection' }],
    ['REC-02', ['articles', '1'], { kind: 'resource', id: '1' }],
    ['REC-03', ['articles', '1', 'relationships', 'author'], { kind: 'relationship', id: '1' }],
    ['REC-04', ['articles', '1', 'author'], { kind: 'related', id: '1' }],
  ])('%s %j', (_, segments, route) => {
    expect(findRoute(request, segments)).toMatchObject({ ...route, type: { name: 'articles' } });
  });

  test.each([
    [[]],
    [['']],
    [['nope']],
    [['__proto__']],
    [['constructor']],
    [['', 'articles']],
    [['articles', '1', '']],
    [['articles', '1', 'nope']],
    [['articles', '1', 'toString']],
    [['articles', '1', 'relationships']],
    [['articles', '1', 'relationships', 'nope']],
    [['articles', '1', 'relationships', '__proto__']],
    [['articles', '1', 'comments', 'author']],
    [['articles', '1', 'relationships', 'author', '']],
  ])('%j names nothing: 404', (segments) => {
    expect(statusOf(() => findRoute(request, segments))).toBe(404);
  });

  test('a type that is not served is not there: 404', () => {
    expect(
      statusOf(() =>
        findRoute(
          {
            ...request,
            server: { ...request.server, sourceOf: (type: string) => (type === 'articles' ? undefined : {}) },
          } as RuledRequest,
          ['articles'],
        ),
      ),
    ).toBe(404);
  });
});
