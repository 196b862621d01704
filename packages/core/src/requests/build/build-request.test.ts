import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { validateDocument } from '../../index.ts';
import { attribute } from '../../schema/attribute.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { parseCreate } from '../parse/parse-create.ts';
import { parseUpdate } from '../parse/parse-update.ts';
import { buildCreateDocument, buildUpdateDocument } from './build-request.ts';

const api = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      day: z.coerce.date().optional(),
      slug: attribute(z.string().optional(), { write: 'create' }),
      words: attribute(z.int().optional(), { write: false }),
    },
    relationships: { author: toOne('people'), tags: toMany('tags') },
  },
  people: { attributes: { name: z.string() }, clientGeneratedIds: true },
  tags: {},
});
const ann = { type: 'people', id: '9', attributes: { name: 'Ann' }, meta: { note: 1 } } as const;
const loose = (call: unknown) => call as (...given: readonly unknown[]) => unknown;

describe('the document of a creation', () => {
  test('CRE-01 CRE-02 CRE-03 has no id, which the server chooses, and only what is given', () => {
    const document = buildCreateDocument(api, 'articles', {
      attributes: { title: 'Hello', day: '2026-01-02', slug: undefined },
      relationships: { author: ann, tags: [{ type: 'tags', id: '1' }] },
    });
    expect(JSON.parse(JSON.stringify(document))).toEqual({
      data: {
        type: 'articles',
        attributes: { title: 'Hello', day: '2026-01-02' },
        relationships: {
          author: { data: { type: 'people', id: '9', meta: { note: 1 } } },
          tags: { data: [{ type: 'tags', id: '1' }] },
        },
      },
    });
    const text = JSON.stringify(document);
    expect(validateDocument(JSON.parse(text), { as: 'create' }).issues).toBeUndefined();
    expect(parseCreate(api, 'articles', text).attributes).toEqual({ title: 'Hello', day: new Date('2026-01-02') });
  });

  test('has the id that the client chooses', () => {
    expect(buildCreateDocument(api, 'people', { id: '7', attributes: { name: 'Bob' } })).toEqual({
      data: { type: 'people', id: '7', attributes: { name: 'Bob' } },
    });
    expect(buildCreateDocument(api, 'tags', {})).toEqual({ data: { type: 'tags' } });
  });
});

test('the document of an update has the id, and null empties a relationship', () => {
  const document = buildUpdateDocument(api, 'articles', '1', {
    attributes: { title: 'Bye' },
    relationships: { author: null },
  });
  expect(document).toEqual({
    data: {
      type: 'articles',
      id: '1',
      attributes: { title: 'Bye' },
      relationships: { author: { data: null } },
    },
  });
  expect(parseUpdate(api, 'articles', document, { id: '1' }).relationships).toEqual({ author: null });
});

test.each<readonly [string, () => unknown, RegExp]>([
  ['a type that does not exist', () => loose(buildCreateDocument)(api, 'article', {}), /article/],
  [
    'a field that does not exist',
    () => loose(buildCreateDocument)(api, 'articles', { attributes: { titel: 'a' } }),
    /buildCreateDocument: the field "titel" of type "articles" does not exist\. Did you mean/,
  ],
  [
    'a field that only the server sets',
    () => loose(buildCreateDocument)(api, 'articles', { attributes: { words: 1 } }),
    /"words" of type "articles" is not one that this request can set/,
  ],
  [
    'a field that only a creation sets',
    () => loose(buildUpdateDocument)(api, 'articles', '1', { attributes: { slug: 'a' } }),
    /buildUpdateDocument: the field "slug"/,
  ],
  [
    'a relationship among the attributes',
    () => loose(buildCreateDocument)(api, 'articles', { attributes: { author: ann } }),
    /"author"/,
  ],
  [
    'linkage that is not an identifier',
    () => loose(buildCreateDocument)(api, 'articles', { relationships: { author: '9' } }),
    /buildCreateDocument: `reference` must be an object/,
  ],
  [
    'another member',
    () => loose(buildCreateDocument)(api, 'articles', { meta: {} }),
    /buildCreateDocument: input: .*meta/,
  ],
])('%s is rejected', (_, call, message) => {
  expect(call).toThrow(message);
});
