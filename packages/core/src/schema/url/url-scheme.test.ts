import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../define-api.ts';
import { toMany, toOne } from '../relationship.ts';
import { idSegment, splitPath } from './resource-urls.ts';
import { createUrlScheme, type UrlSchemeOptions, type UrlTarget } from './url-scheme.ts';

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
        expect(scheme.parse(url)).toEqual(wanted);
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

const example = '"articles" must be a percent-encoded path such as "/v1/articles", but it is';
const shared = '"people" must not equal or begin with the path of "articles", or the other way around.';
test.each<[string, (type: string) => unknown, string]>([
  ['no slash at the beginning', (type) => type, `${example} "articles".`],
  ['a slash at the end', (type) => `/${type}/`, `${example} "/articles/".`],
  ['a query', (type) => `/${type}?a`, `${example} "/articles?a".`],
  ['a broken escape', (type) => `/${type}%zz`, `${example} "/articles%zz".`],
  ['nothing', () => '', `${example} "".`],
  ['no text', () => 1, `${example} 1.`],
  ['the same path for two types', () => '/all', shared],
  ['a path below another', (type) => (type === 'people' ? '/articles/people' : '/articles'), shared],
  ['a path above another', (type) => (type === 'people' ? '/articles' : '/articles/all'), shared],
])('%s is rejected', (_, collection, message) => {
  expect(() => createUrlScheme(api, { collection: collection as (type: string) => string })).toThrow(
    new TypeError(`createUrlScheme: the path of the collection ${message}`),
  );
});

test('a type that the API lacks has the recommended URLs below the base URL', () => {
  const { collection, resource } = createUrlScheme(api, {
    baseUrl: 'https://example.com/',
    collection: (it) => `/v1/${it}`,
  });
  expect([collection('a b'), resource('films', '1')]).toEqual([
    'https://example.com/a%20b',
    'https://example.com/films/1',
  ]);
});

test.each<[string, string]>([
  ['09azAZ-', '09azAZ-'],
  ['a_b.c~', 'a_b.c~'],
  ['a/b', 'a%2Fb'],
  [':@[`{', '%3A%40%5B%60%7B'],
  ['\ud800', '%EF%BF%BD'],
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).map((character): [string, string] => [
    character,
    encodeURIComponent(character),
  ]),
])('the id %j is the segment %s', (id, segment) => {
  expect(createUrlScheme(api).resource('articles', id)).toBe(`/articles/${segment}`);
  expect(idSegment(id)).toBe(segment);
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

test.each([
  ['https://example.com/api/articles/1?include=author#top', 'articles'],
  ['/api/articles/1', 'articles'],
  ['/articles/1', 'articles'],
  ['https://example.com/articles/1', undefined],
  ['https://other.com/api/articles/1', undefined],
  ['/api/elsewhere/1', undefined],
  ['/apiarticles/1', undefined],
  ['/articles/%zz', undefined],
  ['/%61rticles/1', undefined],
  ['articles/1', undefined],
  ['', undefined],
])('the URL %j has the type %s', (url, type) => {
  expect(createUrlScheme(api, { baseUrl: 'https://example.com/api' }).parse(url)?.type).toBe(type);
});
