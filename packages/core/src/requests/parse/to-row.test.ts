import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { JsonApiError } from '../../error/json-api-error.ts';
import { attribute } from '../../schema/attribute.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { parseCreate } from './parse-create.ts';
import { parseUpdate } from './parse-update.ts';
import { toRow } from './to-row.ts';

const api = defineApi({
  articles: {
    id: 'article_id',
    clientGeneratedIds: true,
    attributes: {
      title: attribute(z.string(), { from: 'head_line' }),
      subtitle: z.string().nullish(),
      words: attribute(z.int().default(7), { from: 'word_count' }),
      publishedAt: attribute(
        z.iso
          .datetime()
          .transform((text) => new Date(text))
          .optional(),
        { from: 'published_at' },
      ),
    },
    relationships: {
      author: toOne('people', { from: ['author', 'author_id'] }),
      parent: toOne('articles', { from: 'parent_id' }),
      editor: toOne('people'),
      tags: toMany('tags', { from: 'tag_rows' }),
      subject: toOne(['people', 'tags'], { from: 'subject_id' }),
    },
  },
  people: { attributes: { name: z.string() } },
  tags: { attributes: { label: z.string() } },
});

const [person, tag] = [
  { type: 'people', id: '9' },
  { type: 'tags', id: '3' },
];

const create = (data: object, options = {}) =>
  toRow(api, 'articles', parseCreate(api, 'articles', { data: { type: 'articles', ...data } }), options);
const update = (data: object, options = {}) =>
  toRow(api, 'articles', parseUpdate(api, 'articles', { data: { type: 'articles', id: '1', ...data } }), options);

describe('a create request', () => {
  test('has the values of its schemas, and no column that it does not contain', () => {
    expect(create({ attributes: { title: 'Hello', publishedAt: '2026-01-01T00:00:00Z' } })).toEqual({
      head_line: 'Hello',
      word_count: 7,
      published_at: new Date('2026-01-01T00:00:00Z'),
    });
  });

  test('has the id of the client, and foreign keys', () => {
    const relationships = {
      author: { data: person },
      parent: { data: null },
      editor: { data: person },
      tags: { data: [tag] },
      subject: { data: tag },
    };
    const attributes = { title: 'x', subtitle: null };
    expect(create({ id: '4', attributes, relationships })).toEqual({
      ...{ article_id: '4', head_line: 'x', subtitle: null, word_count: 7 },
      ...{ author_id: '9', parent_id: null, editor: '9' },
    });
    expect(create({ id: '4', attributes, relationships }, { id: Number })).toMatchObject({
      article_id: 4,
      author_id: 9,
    });
  });

  test('whose foreign key is the new resource itself', () => {
    const relationships = { parent: { data: { type: 'articles', lid: 'new' } } };
    const attributes = { title: 'x' };
    expect(create({ id: '4', lid: 'new', attributes, relationships })).toMatchObject({
      article_id: '4',
      parent_id: '4',
    });
    const failed = () => create({ lid: 'new', attributes, relationships });
    expect(failed).toThrow(JsonApiError);
    expect(failed).toThrow(
      expect.objectContaining({
        errors: [
          expect.objectContaining({
            code: 'LOCAL_ID_UNKNOWN',
            status: '400',
            source: { pointer: '/data/relationships/parent/data/lid' },
          }),
        ],
      }),
    );
  });
});

test('an update request has only what it changes, and null stays null', () => {
  expect(update({})).toEqual({ article_id: '1' });
  expect(
    update({ attributes: { subtitle: null, title: 'New' }, relationships: { author: { data: null } } }, { id: BigInt }),
  ).toEqual({ article_id: 1n, head_line: 'New', subtitle: null, author_id: null });
});

test('wrong calls', () => {
  expect(() => create({ attributes: { title: 'x' } }, { ids: Number })).toThrow('toRow: unknown option "ids"');
  expect(() => toRow(api, 'article' as never, {} as never)).toThrow('"article" is not a resource type of this API.');
});

test('names of `Object.prototype` are columns like others', () => {
  const odd = defineApi({ a: { attributes: { x: attribute(z.int(), { from: '__proto__' }) } } });
  const row = toRow(odd, 'a', parseCreate(odd, 'a', { data: { type: 'a', attributes: { x: 1 } } }));
  expect(Object.entries(row)).toEqual([['__proto__', 1]]);
});
