import { describe, expect, test } from 'vitest';
import { blog } from '../../test/blog.ts';
import { declaredArticles } from '../../test/declared-articles.ts';
import { defineApi } from '../schema/define-api.ts';
import { toOne } from '../schema/relationship.ts';
import type { DocumentRole } from '../spec/grammar/visitors.ts';
import { validateDocument } from './validate-document.ts';

function messagesOf(document: unknown, as?: DocumentRole): readonly string[] {
  const { issues = [] } = validateDocument(document, { level: 'should', as });
  return issues.map(({ message }) => message);
}

describe('a message says what is wrong', () => {
  test.each([
    ['a document', { meta: {}, bad: 1 }],
    ['a resource object', { data: { type: 'articles', id: '1', bad: 1 } }],
    ['a link object', { meta: {}, links: { self: { href: '/', bad: 1 } } }],
  ])('defined-members: of %s', (name, document) => {
    expect(messagesOf(document)).toEqual([
      expect.stringContaining(`"bad" is not a member of ${name}. Known members: \``),
    ]);
  });

  test.each(['relationship', 'update-relationship'] as const)('defined-members: of an identifier, as %s', (as) => {
    const wanted =
      '"attributes" is not a member of a resource identifier object. Known members: `type`, `id`, `lid`, `meta`.';
    expect(messagesOf({ data: [{ type: 'people', id: '9', attributes: {} }] }, as)).toEqual([wanted]);
  });

  test.each([
    ['author', 'The relationship `author` accepts only type "people", but the resource identifier has type "tags".'],
    [
      'about',
      'The relationship `about` accepts only the types "articles" or "people", but the resource identifier has type "tags".',
    ],
  ])('api-linkage: of the target types of %s', (name, message) => {
    const api = defineApi({
      articles: { relationships: { author: toOne('people'), about: toOne(['articles', 'people']) } },
      people: {},
      tags: {},
    });
    const relationships = { [name]: { data: { type: 'tags', id: '1' } } };
    const { issues = [] } = validateDocument({ data: { type: 'articles', id: '1', relationships } }, { api });
    expect(issues.map((issue) => issue.message)).toEqual([message]);
  });

  test('full-linkage: of a local id', () => {
    const document = { data: null, included: [{ type: 'people', lid: 'x' }] };
    expect(messagesOf(document)).toContain(
      'Every included resource must be linked from the primary data, but "people" "x" is not.',
    );
  });

  test.each([
    [{ data: 'x' }, 'Primary data must be null, an object, or an array, but it is "x".'],
    [{ data: ['x'] }, 'An element of the primary data must be an object, but it is "x".'],
  ])('primary-data: %j', (document, message) => {
    expect(messagesOf(document)).toEqual([message]);
  });

  test.each([['en_US'], [['en', 'en_US', 'de']]])('link-languages: the wrong one of %j', (hreflang) => {
    const found = `${Array.isArray(hreflang) ? 'contains' : 'is'} "en_US"`;
    const wanted = `\`hreflang\` must be a language tag or an array of them, but it ${found}.`;
    expect(messagesOf({ meta: {}, links: { self: { href: '/', hreflang } } })).toEqual([wanted]);
  });

  test.each([
    [{ type: 'people', id: '9' }, 'Resource linkage should not contain "people" "9" twice.'],
    [{ type: 'people', lid: 'x' }, 'Resource linkage should not contain "people" "x" twice.'],
  ])('repeated-linkage: %j', (identifier, message) => {
    const document = { data: { type: 'a', id: '1', relationships: { b: { data: [identifier, identifier] } } } };
    expect(messagesOf(document)).toEqual([message]);
  });

  test.each([
    [{ type: 'people', id: '9' }, '"people" "9" must occur only once in the document.'],
    [{ type: 'people', lid: 'x' }, '"people" "x" must occur only once in the document.'],
  ])('unique-resources: %j', (resource, message) => {
    const data = { type: 'a', id: '1', relationships: { b: { data: resource } } };
    const document = { data, included: [resource, { ...resource, attributes: {} }] };
    expect(messagesOf(document, 'create')).toEqual([message]);
  });

  test.each([
    [{ attributes: { titel: 1 } }, 'Type "articles" does not have an attribute "titel". Did you mean `title`?'],
    [
      { relationships: { autor: { data: null } } },
      'Type "articles" does not have a relationship "autor". Did you mean `author`?',
    ],
  ])('api-fields: %j', (fields, message) => {
    const data = { type: 'articles', id: '1', ...fields };
    const { issues = [] } = validateDocument({ data }, { api: declaredArticles });
    expect(issues.map((issue) => issue.message)).toEqual([message]);
  });

  test.each([
    [
      'articles',
      { author: [] },
      'The to-one relationship `author` must have an object or null as `data`, but it is an empty array.',
    ],
    [
      'articles',
      { comments: null },
      'The to-many relationship `comments` must have an array as `data`, but it is null.',
    ],
    [
      'articles',
      { author: { type: 'comments', id: '1' } },
      'The relationship `author` accepts only type "people", but the resource identifier has type "comments".',
    ],
    [
      'comments',
      { on: { type: 'people', id: '1' } },
      'The relationship `on` accepts only the types "articles" or "comments", but the resource identifier has type "people".',
    ],
  ])('api-linkage: %s %j', (type, linkage, message) => {
    const [[name, data] = []] = Object.entries(linkage);
    const document = { data: { type, id: '1', relationships: { [String(name)]: { data } } } };
    const { issues = [] } = validateDocument(document, { api: blog });
    expect(issues.map((issue) => issue.message)).toEqual([message]);
  });
});
