import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from './create-memory-sources.ts';

const api = defineApi({
  articles: {
    attributes: {
      title: z.string().min(1),
      views: z.int().default(0),
      subtitle: z.string().nullable().optional(),
      publishedAt: attribute(z.iso.datetime(), { write: false }),
      size: attribute(z.string().transform(Number), { encode: (value: number) => String(value) }),
      trimmed: z.string().trim().optional(),
      anything: z.any(),
      silent: { '~standard': { version: 1, vendor: 'own', validate: () => ({ issues: [] }) } },
      handle: z
        .string()
        .refine(async (value) => value !== 'taken')
        .optional(),
    },
    relationships: { author: toOne('people'), tags: toMany('tags'), about: toOne(['people', 'tags']) },
  },
  people: { attributes: { name: z.string() } },
  tags: { attributes: { name: z.string() } },
});
const call = { context: undefined, signal: new AbortController().signal };
const whole = { attributes: new Set<never>(), relationships: new Set<never>() };
const throwing = (thrown: unknown) => (): never => {
  throw thrown;
};
const create = (record: unknown) => createMemorySources(api, { articles: [record] } as never);

describe('createMemorySources rejects a record', () => {
  test.each<[string, unknown, string]>([
    ['that is not an object', 5, 'each record of "articles" must be an object'],
    ['null', null, 'each record of "articles" must be an object'],
    [
      'with a misspelled attribute',
      { titel: 'x' },
      'articles "1": "titel" is not a field of articles. Did you mean "title"?',
    ],
    ['with a misspelled relationship', { authr: 1 }, 'Did you mean "author"?'],
    ['with a member that is near nothing', { zzzzzz: 1 }, '"zzzzzz" is not a field of articles.'],
    ['with __proto__', JSON.parse('{"__proto__":{"title":"x"}}'), '"__proto__" is not a field of articles.'],
    ['of another type', { type: 'people' }, '"type" must be "articles", but it is "people".'],
    ['of a type that is not a text', { type: 5 }, '"type" must be "articles", but it is a value of type number.'],
    [
      'with linkage whose type is not a text',
      { tags: [{ type: 5, id: 1 }] },
      'the type must be "tags", but it is a value of type number.',
    ],
    [
      'with a value that a schema rejects without a reason',
      { silent: 1 },
      '`silent` must match its schema. The value is not valid.',
    ],
    ['with a number for a text', { title: 5 }, 'articles "1": attribute `title` must match its schema.'],
    ['with an empty text', { title: '' }, 'attribute `title` must match'],
    ['with null where there is none', { title: null }, 'attribute `title` must match'],
    ['with a fraction for a whole number', { views: 1.5 }, 'attribute `views` must match'],
    ['with a read-only attribute of another kind', { publishedAt: 'soon' }, 'attribute `publishedAt` must match'],
    ['with an invalid date', { publishedAt: new Date(Number.NaN) }, 'articles "1"'],
    ['with what is not JSON', { anything: () => 1 }, 'articles "1" has an attribute that cannot be written as JSON'],
    [
      'with a value whose `toJSON` throws a text',
      {
        anything: { toJSON: throwing('It cannot be written.') },
      },
      'has an attribute that cannot be written as JSON: It cannot be written.',
    ],
    ['with a list for to-one', { author: [1] }, 'for a to-one relationship'],
    ['with one id for to-many', { tags: 1 }, 'for a to-many relationship'],
    ['with linkage to an unknown type', { author: { type: 'persons', id: 1 } }, 'articles "1", relationship "author"'],
    [
      'with linkage to another type',
      { tags: [{ type: 'people', id: 1 }] },
      'the type must be "tags", but it is "people".',
    ],
    ['with a related record of another type', { author: { type: 'tags', id: 1, name: 'x' } }, 'relationship "author"'],
    ['with linkage of several types to another', { about: { type: 'articles', id: 1 } }, '"people" or "tags"'],
    ['with linkage without an id', { author: {} }, '`id` must be a string'],
    ['with linkage that is not an id', { tags: [true] }, '`id` must be a string'],
    ['with a bare id for several types', { about: 1 }, 'not a bare id'],
  ])('%s', (_, record, message) => {
    const own =
      typeof record === 'object' && record !== null
        ? Object.defineProperty(record, 'id', { value: 1, enumerable: true })
        : record;
    expect(() => create(own)).toThrow(TypeError);
    expect(() => create(own)).toThrow(message);
  });
});

describe('createMemorySources takes a record', () => {
  test.each<[string, object]>([
    ['with nothing but an id', {}],
    ['with its own type', { type: 'articles' }],
    ['with undefined members', { title: undefined, titel: undefined }],
    ['with null where the schema takes it', { subtitle: null }],
    ['with a Date where responses have a text', { publishedAt: new Date(0) }],
    ['with what a transforming schema returns, if encode turns it back', { size: 5 }],
    ['with what an asynchronous schema would reject', { handle: 'taken' }],
    ['with data of your own', { '@tenant': 5 }],
    [
      'with related resources that are not there',
      { author: 99, tags: [{ type: 'tags', id: 'x' }], about: { type: 'tags', id: 1 } },
    ],
    ['with related records', { author: { id: 9, name: 'Dan' } }],
  ])('%s, and keeps its values as they are', async (_, fields) => {
    const { articles } = create({ id: 1, ...fields });
    const [found] = (await articles?.find?.(['1'], whole, call)) ?? [];
    const names = Object.keys(fields).filter((name) => !['author', 'tags', 'about'].includes(name));
    for (const name of names) expect((found as never)[name]).toBe((fields as never)[name]);
  });

  test('without a call of the transformation', async () => {
    const { articles } = create({ id: 1, trimmed: ' x ' });
    expect(await articles?.find?.(['1'], whole, call)).toMatchObject([{ trimmed: ' x ' }]);
  });
});
