import { type Api, attribute, defineApi, type SchemaResult, type StandardSchema, toMany, toOne } from '@linkage/core';
import { isObject, resultAtOnce } from '@linkage/core/internal';

/** A schema of a few lines, so that the suite needs no library for schemas. */
function schemaOf(expected: string, fits: (value: unknown) => boolean): StandardSchema<unknown, unknown> {
  const validate = (value: unknown) =>
    fits(value) ? { value } : { issues: [{ message: `Invalid input: expected ${expected}` }] };
  return { '~standard': { version: 1, vendor: 'linkage', validate } };
}

/** A schema of objects or null, whose issues have the places of the members. */
function objectOf(members: Readonly<Record<string, StandardSchema>>): StandardSchema<unknown, unknown> {
  const validate = (value: unknown): SchemaResult<unknown> => {
    if (value === null) return { value };
    if (!isObject(value)) return { issues: [{ message: 'Invalid input: expected object or null' }] };
    const issues = Object.entries(members).flatMap(([name, schema]) => {
      const { issues: own = [] } = Object.hasOwn(value, name) ? (resultAtOnce(schema, value[name]) ?? {}) : {};
      return own.map(({ message, path = [] }) => ({ message, path: [name, ...path] }));
    });
    return issues.length > 0 ? { issues } : { value };
  };
  return { '~standard': { version: 1, vendor: 'linkage', validate } };
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const orNull = (fits: (value: unknown) => boolean) => (value: unknown) => value === null || fits(value);
const text = schemaOf('string', isText);
const optionalText = schemaOf('string or null', orNull(isText));
const optionalNumber = schemaOf('number or null', orNull(isNumber));
const boolean = schemaOf('boolean', (value) => typeof value === 'boolean');
const list = schemaOf('array', Array.isArray);
const place = objectOf({ city: optionalText, size: optionalNumber, open: boolean, address: objectOf({ zip: text }) });
const on = { sort: true, filter: true } as const;

/**
 * The API that sources are tested with: every kind of relationship, values that may be null, and a type whose attributes
 * hold values that databases have types of their own for.
 *
 * - `articles`: ids of clients. `title` text, `words` an integer or null, `open` a boolean, `labels` an array of JSON.
 * - `people` and `comments`: ids are decimal integers, which the source makes. `comments.article` can be null.
 * - `tags`: ids are text.
 * - `samples`: ids of clients. Each attribute can be null: `note` text of any length, `code` text of at most 10
 *   characters, null last in an order, `count` an integer of 32 bits, `big` an integer of 64 bits as text, `token` a UUID, `day` a date,
 *   `rate` a number with 8 digits, of which 2 stand after the point, as text, `place` an object of JSON, whose members can be filtered.
 * - `shelves`: ids of clients. Both relationships have several target types. Sources without this type skip its cases.
 */
export const suiteApi: Api = defineApi({
  articles: {
    attributes: {
      title: attribute(text, on),
      words: attribute(optionalNumber, on),
      open: attribute(boolean, on),
      labels: attribute(list, { filter: ['has'] }),
    },
    relationships: {
      author: toOne('people', on),
      tags: toMany('tags', { filter: true }),
      comments: toMany('comments', { filter: true }),
    },
    clientGeneratedIds: true,
  },
  people: {
    attributes: { name: attribute(text, on) },
    relationships: { boss: toOne('people', on), articles: toMany('articles', { filter: true }) },
  },
  tags: {
    attributes: { name: attribute(text, on) },
    relationships: { articles: toMany('articles', { filter: true }) },
  },
  comments: { attributes: { body: attribute(text, on) }, relationships: { article: toOne('articles', on) } },
  samples: {
    attributes: {
      note: attribute(optionalText, on),
      code: attribute(optionalText, { ...on, nulls: 'last' }),
      count: attribute(optionalNumber, on),
      big: attribute(optionalText, on),
      token: attribute(optionalText, on),
      day: attribute(optionalText, on),
      rate: attribute(optionalText, on),
      place: attribute(place, { filter: { city: true, size: true, open: ['eq', 'ne'], 'address.zip': true } }),
    },
    clientGeneratedIds: true,
  },
  shelves: {
    attributes: { label: attribute(text, on) },
    relationships: {
      items: toMany(['articles', 'tags'], { filter: true }),
      pinned: toOne(['articles', 'tags'], { filter: true }),
    },
    clientGeneratedIds: true,
  },
});

/** A record of the suite: attributes, and ids of related resources, or their identifiers if they can have several types. */
export interface SuiteRecord {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** The attributes of a sample without values. */
export const nothing = {
  note: null,
  code: null,
  count: null,
  big: null,
  token: null,
  day: null,
  rate: null,
  place: null,
};

/** The records that every case begins with, by resource type. To-many relationships are named on both relationships. */
export const suiteRecords: Readonly<Record<string, readonly SuiteRecord[]>> = {
  people: [
    { id: '1', name: 'Ada', boss: null, articles: ['a', 'c'] },
    { id: '2', name: 'Bo', boss: '1', articles: ['b'] },
    { id: '3', name: 'Cy', boss: '2', articles: ['e'] },
  ],
  tags: [
    { id: 't1', name: 'sea', articles: ['a', 'c', 'e'] },
    { id: 't2', name: 'sky', articles: ['a', 'b'] },
    { id: 't3', name: 'sand', articles: [] },
  ],
  articles: [
    {
      id: 'a',
      title: 'Alpha',
      words: 300,
      open: true,
      labels: ['x', 'y'],
      author: '1',
      tags: ['t1', 't2'],
      comments: ['1', '2'],
    },
    { id: 'b', title: 'Beta', words: 100, open: false, labels: [], author: '2', tags: ['t2'], comments: ['3'] },
    { id: 'c', title: 'Gamma', words: null, open: true, labels: [], author: '1', tags: ['t1'], comments: [] },
    { id: 'd', title: 'Delta', words: 100, open: false, labels: [null, 'z'], author: null, tags: [], comments: [] },
    { id: 'e', title: 'Beta', words: 200, open: true, labels: [], author: '3', tags: ['t1'], comments: [] },
  ],
  comments: [
    { id: '1', body: 'first', article: 'a' },
    { id: '2', body: 'second', article: 'a' },
    { id: '3', body: 'third', article: 'b' },
  ],
  samples: [
    {
      id: 's1',
      ...nothing,
      note: 'plain',
      code: 'c1',
      count: 7,
      big: '9007199254740993',
      token: '0f8fad5b-d9cb-469f-a165-70867728950e',
      day: '2026-02-28',
      rate: '12.50',
      place: { city: "O'Sea", size: 7.5, open: true, address: { zip: '0150' } },
    },
    { id: 's2', ...nothing },
  ],
  shelves: [
    {
      id: 's1',
      label: 'Mixed',
      items: [
        { type: 'articles', id: 'a' },
        { type: 'articles', id: 'b' },
        { type: 'tags', id: 't1' },
      ],
      pinned: { type: 'tags', id: 't2' },
    },
    { id: 's2', label: 'One', items: [{ type: 'tags', id: 't1' }], pinned: { type: 'articles', id: 'b' } },
    { id: 's3', label: 'Empty', items: [], pinned: null },
  ],
};
