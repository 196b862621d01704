import { describe, expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { readPage } from '../../pagination/read-page.ts';
import { createUrlScheme } from '../../schema/url/url-scheme.ts';
import { buildRelationshipDocument } from '../build/build-document.ts';
import { serializeRelationship } from './serialize-relationship.ts';

const ann = { id: 9, name: 'Ann' };
const article = { id: 1, author: ann, comments: [1, 2, 3] };
const written = (...given: readonly unknown[]) =>
  JSON.parse((serializeRelationship as (...all: readonly unknown[]) => string)(blog, 'articles', ...given));

describe('links', () => {
  const [self, related] = ['/api/articles/1/relationships/author', '/api/articles/1/author'];
  test.each<readonly [string, object, object | undefined]>([
    ['none without URLs', {}, undefined],
    ['those of the base URL', { baseUrl: '/api' }, { self, related }],
    ['those of a scheme', { urls: createUrlScheme(blog, { baseUrl: '/api' }) }, { self, related }],
    ['those of functions', { urls: { related: () => '/x' } }, { related: '/x' }],
    ['of a target that has no URL', { baseUrl: '/api', canFind: (type: string) => type !== 'people' }, { self }],
    ['those of the user replace them', { baseUrl: '/api', links: { self: '/me' } }, { self: '/me', related }],
  ])('DOC-18 FET-04 %s', (_, options, links) => {
    const document = written(article, 'author', options);
    expect(document).toEqual({ ...(links && { links }), data: { type: 'people', id: '9' } });
    expect(buildRelationshipDocument(blog, 'articles', article, 'author', options)).toEqual(document);
  });

  test('a URL that is none is rejected', () => {
    expect(() => written(article, 'author', { urls: { relationship: () => 'a b' } })).toThrow(/links/);
  });
});

test('has included resources, meta, and the meta of identifiers', () => {
  const resources = { people: { identifierMeta: () => ({ since: 2020 }) } };
  expect(written(article, 'author', { include: ['author'], meta: { note: 1 }, resources })).toEqual({
    meta: { note: 1 },
    data: { type: 'people', id: '9', meta: { since: 2020 } },
    included: [{ type: 'people', id: '9', attributes: { name: 'Ann' } }],
  });
});

test('has one page of a to-many relationship', () => {
  const url = '/articles/1/relationships/comments?page[size]=2';
  const page = readPage({ query: { page: new Map([['size', '2']]), sort: [], filter: [] } }, url);
  const { offset, limit } = page.slice;
  const members = article.comments.slice(offset, offset + limit).map((id) => ({ type: 'comments', id }));
  const { records, links, meta } = page.result({ records: members });
  expect(written({ id: 1, comments: records }, 'comments', { baseUrl: '', links, meta })).toMatchObject({
    data: [{ id: '1' }, { id: '2' }],
    links: { related: '/articles/1/comments', prev: null, next: expect.stringContaining('page%5Bnumber%5D=2') },
  });
});

test.each<readonly [string, object, string, RegExp, object?]>([
  ['an unknown relationship', article, 'editor', /editor/],
  ['a relationship that is not loaded', { id: 1 }, 'author', /must be loaded/],
  ['an unknown option', article, 'author', /serializeRelationship: .*page/, { page: 1 }],
])('rejects %s', (_, record, name, message, options = {}) => {
  expect(() => written(record, name, options)).toThrow(message);
});
