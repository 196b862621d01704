import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentFault } from './document-fault.ts';

const api = defineApi({
  articles: {
    attributes: { title: z.string(), token: attribute(z.string(), { read: false }) },
    relationships: { author: toOne('people'), tags: toMany('tags') },
  },
  people: { attributes: { name: z.string() } },
  tags: { attributes: {} },
});
const article = (members: object = {}) => ({ type: 'articles', id: '1', ...members });
const linked = (relationships: object) => ({ data: article({ relationships }) });
const dan = { type: 'people', id: '9' };

describe('a document of the application', () => {
  test.each<[unknown]>([
    [{ data: null }],
    [{ data: [] }],
    [{ meta: {} }],
    [{ 'ext:results': [] }],
    [{ errors: [] }],
    [{ data: article({ attributes: { title: 'A', 'ext:a': 1, '@at': 1 } }) }],
    [linked({ author: { data: null }, tags: { data: [] } })],
    [linked({ author: { links: {} }, tags: { 'ext:a': 1 } })],
    [{ ...linked({ author: { data: dan } }), included: [dan] }],
    [{ data: [article(), article({ id: '2' })] }],
  ])('%j has no fault', (document) => {
    expect(documentFault(api, document, false)).toBeUndefined();
  });

  test.each<[unknown, string]>([
    [null, 'It must be an object.'],
    [{}, 'It must have `data`, `errors`, or `meta`.'],
    [{ links: {} }, 'It must have `data`, `errors`, or `meta`.'],
    [{ data: null, errors: [] }, 'It must not have `errors` together with `data`'],
    [{ errors: {} }, '`errors` must be an array'],
    [{ meta: {}, included: [] }, '/included: It must be an array beside `data`.'],
    [{ data: null, included: {} }, '/included: It must be an array beside `data`.'],
    [{ data: 5 }, '/data: It must be an object with `type` and `id`.'],
    [{ data: { type: 'pets', id: '1' } }, '/data/type: "pets" is not a possible type.'],
    [{ data: { type: 5, id: '1' } }, '/data/type: 5 is not a possible type.'],
    [{ data: { type: 'tags', id: 1 } }, '/data: `id` is required, and must be a string.'],
    [{ data: [article(), article()] }, 'occurs twice'],
    [{ data: article(), included: [article()] }, 'occurs twice'],
    [{ data: article({ attributes: [] }) }, '/data/attributes: It must be an object.'],
    [
      { data: article({ attributes: { words: 1 } }) },
      '/data/attributes/words: Type "articles" does not have an attribute',
    ],
    [{ data: article({ attributes: { token: 'x' } }) }, '/data/attributes/token: Clients cannot read the field'],
    [linked({ editor: { data: null } }), '/data/relationships/editor: Type "articles" does not have a relationship'],
    [linked({ author: null }), '/data/relationships/author: A relationship must be an object'],
    [linked({ author: { href: 'x' } }), '/data/relationships/author: A relationship must be an object'],
    [linked({ author: { data: [] } }), '/data/relationships/author/data: The relationship is to-one.'],
    [linked({ tags: { data: null } }), '/data/relationships/tags/data: The relationship is to-many.'],
    [linked({ author: { data: { type: 'tags', id: '1' } } }), '/data/relationships/author/data/type: "tags"'],
    [linked({ tags: { data: [{ type: 'tags' }] } }), '/data/relationships/tags/data: `id` is required'],
    [{ data: article(), included: [dan] }, '/included: Each resource must be linked from the primary data.'],
  ])('%j: %s', (document, fault) => {
    expect(documentFault(api, document, false)).toContain(fault);
  });

  test('sparse fieldsets can omit the relationships that link to included resources', () => {
    expect(documentFault(api, { data: article(), included: [dan] }, true)).toBeUndefined();
  });
});
