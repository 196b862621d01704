import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../schema/define-api.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import { splitPath } from './split-path.ts';
import { createUrlScheme, type UrlSchemeOptions } from './url-scheme.ts';
import type { UrlTarget } from './url-target.ts';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: {}, relationships: { articles: toMany('articles') } },
});

const schemes: Readonly<Record<string, UrlSchemeOptions>> = {
  recommended: {},
  'below a base URL': { baseUrl: 'https://example.com/api/' },
  'with paths of its own': { collection: (type) => (type === 'people' ? '/person' : `/v1/blog/${type}`) },
  'with characters that need escapes': { collection: (type) => `/%C3%A4/${type}` },
};

describe.each(Object.entries(schemes))('%s', (_, options) => {
  const scheme = createUrlScheme(api, options);
  const base = options.baseUrl?.replace(/\/$/, '') ?? '';

  function format(target: UrlTarget): string {
    if (target.kind === 'collection') return scheme.collection(target.type);
    if (target.kind === 'resource') return scheme.resource(target.type, target.id);
    return scheme[target.kind](target.type, target.id, target.relationship);
  }

  test('REC-01 REC-02 REC-03 parse is the inverse of format', () => {
    const type = fc.constantFrom('articles', 'people');
    const id = fc.string({ unit: 'binary', minLength: 1 }).map((text) => text.toWellFormed());
    const relationship = fc.constantFrom('author', 'articles', 'relationships');
    const target = fc.oneof(
      fc.record({ kind: fc.constant('collection' as const), type }),
      fc.record({ kind: fc.constant('resource' as const), type, id }),
      fc.record({ kind: fc.constantFrom('related' as const, 'relationship' as const), type, id, relationship }),
    );
    fc.assert(
      fc.property(target, (wanted) => {
        const url = format(wanted);
        expect(url.startsWith(`${base}/`)).toBe(true);
        expect(scheme.parse(splitPath(url.slice(base.length)) ?? [])).toEqual(wanted);
      }),
    );
  });
});

test.each([
  [[]],
  [['']],
  [['nothing']],
  [['articles', '1', 'relationships', 'author', 'more']],
  [['articles', '1', 'author', 'more']],
  [['__proto__']],
])('%j names nothing', (segments) => {
  expect(createUrlScheme(api).parse(segments)).toBeUndefined();
});

test.each<[string, (type: string) => unknown]>([
  ['no slash at the beginning', (type) => type],
  ['a slash at the end', (type) => `/${type}/`],
  ['a query', (type) => `/${type}?a`],
  ['a broken escape', (type) => `/${type}%zz`],
  ['nothing', () => ''],
  ['no text', () => 1],
  ['the same path for two types', () => '/all'],
  ['a path below another', (type) => (type === 'people' ? '/articles/people' : '/articles')],
  ['a path above another', (type) => (type === 'people' ? '/articles' : '/articles/all')],
])('%s is refused', (_, collection) => {
  expect(() => createUrlScheme(api, { collection: collection as (type: string) => string })).toThrow(TypeError);
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['equals', { articles: '/all', people: '/all' }, '"people" must not equal or begin with the path of "articles"'],
  ['is below', { articles: '/a', people: '/a/b/c' }, '"people" must not equal or begin with the path of "articles"'],
  ['is above', { articles: '/a/b/c', people: '/a' }, '"people" must not equal or begin with the path of "articles"'],
])('the error names the type whose path another path %s', (_, paths, message) => {
  expect(() => createUrlScheme(api, { collection: (type) => paths[type] as string })).toThrow(message);
});

test('a type outside of the API has the recommended path', () => {
  const scheme = createUrlScheme(api, { baseUrl: '/api', collection: (type) => `/v1/${type}` });
  expect(scheme.collection('old tags')).toBe('/api/old%20tags');
  expect(scheme.resource('old tags', '1')).toBe('/api/old%20tags/1');
});

test('a broken escape in a path is not split', () => {
  expect(splitPath('/a/%zz')).toBeUndefined();
});
