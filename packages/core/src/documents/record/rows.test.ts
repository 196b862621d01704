/** Rows with the names of a database: the document is that of records with the names of the API. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { attribute } from '../../schema/attribute.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import type { DataDocument } from '../../spec/document/document.ts';
import type { ResourceObject } from '../../spec/document/resource-object.ts';
import { buildDocument, buildRelationshipDocument } from '../build/build-document.ts';
import { serialize } from '../serialize/serialize.ts';
import { serializeStream } from '../serialize/serialize-stream.ts';

const api = defineApi({
  articles: {
    id: 'article_id',
    attributes: {
      title: attribute(z.string(), { from: 'head_line' }),
      // The names of two columns that the API exchanges.
      name: attribute(z.string().optional(), { from: 'slug' }),
      slug: attribute(z.string().optional(), { from: 'name' }),
      publishedAt: attribute(z.iso.datetime().nullish(), { from: 'published_at' }),
      words: attribute(z.int().default(7), { from: 'word_count' }),
      size: attribute(z.string().optional(), { from: 'byte_size', encode: (value) => String(value) }),
      shout: attribute(z.string(), { compute: ({ title }) => `${title}!`, needs: ['title'] }),
      byline: attribute(z.string(), { compute: ({ author }) => typeof author, needs: ['author'], onDemand: true }),
      views: z.int().optional(),
    },
    relationships: {
      author: toOne('people', { from: ['author_row', 'author_id'] }),
      editor: toOne('people', { from: 'editor_id' }),
      tags: toMany('tags', { from: 'tag_rows' }),
      comments: toMany('comments'),
    },
  },
  people: {
    id: 'person_id',
    attributes: { name: attribute(z.string(), { from: 'full_name' }) },
    relationships: { friends: toMany('people', { from: 'friend_rows' }) },
  },
  tags: { attributes: { label: z.string() } },
  // No name differs, but a related type has others.
  comments: { attributes: { body: z.string() }, relationships: { author: toOne('people') } },
});

/** The same API, whose records have its names. */
const named = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      name: z.string().optional(),
      slug: z.string().optional(),
      publishedAt: z.iso.datetime().nullish(),
      words: z.int().default(7),
      size: attribute(z.string().optional(), { encode: (value) => String(value) }),
      shout: attribute(z.string(), { compute: ({ title }) => `${title}!`, needs: ['title'] }),
      byline: attribute(z.string(), { compute: ({ author }) => typeof author, needs: ['author'], onDemand: true }),
      views: z.int().optional(),
    },
    relationships: {
      author: toOne('people'),
      editor: toOne('people'),
      tags: toMany('tags'),
      comments: toMany('comments'),
    },
  },
  people: { attributes: { name: z.string() }, relationships: { friends: toMany('people') } },
  tags: { attributes: { label: z.string() } },
  comments: { attributes: { body: z.string() }, relationships: { author: toOne('people') } },
});

class PersonRow {
  readonly #key: number;
  readonly friend_rows: PersonRow[] = [];
  constructor(key: number) {
    this.#key = key;
  }
  get person_id(): number {
    return this.#key;
  }
  get full_name(): string {
    return `Person ${this.#key}`;
  }
}

const [dan, eve] = [new PersonRow(9), new PersonRow(10)];
dan.friend_rows.push(eve);
eve.friend_rows.push(dan);
const danRecord = { id: 9, name: 'Person 9', friends: [] as object[] };
const eveRecord = { id: 10, name: 'Person 10', friends: [danRecord] };
danRecord.friends.push(eveRecord);

const rows = [
  {
    ...{
      article_id: 1n,
      head_line: 'One',
      slug: 'the name',
      name: 'the slug',
      published_at: new Date(0),
      byte_size: 5n,
    },
    ...{ author_id: 9, author_row: dan, editor_id: null, tag_rows: [{ id: 'a', label: 'A' }], password_hash: 'secret' },
    ...{ comments: [{ id: 5, body: 'First', author: dan }], title: 'not this', id: 99, author: 'not this' },
  },
  { article_id: 2n, head_line: 'Two', published_at: null, word_count: 3, author_id: 10, views: 4 },
  { article_id: 3n, head_line: 'Three', published_at: undefined, author_row: null, author_id: 9, tag_rows: [] },
];
const records = [
  {
    ...{ id: 1n, title: 'One', name: 'the name', slug: 'the slug', publishedAt: new Date(0), size: 5n },
    ...{ author: danRecord, editor: null, tags: [{ id: 'a', label: 'A' }] },
    ...{ comments: [{ id: 5, body: 'First', author: danRecord }] },
  },
  { id: 2n, title: 'Two', publishedAt: null, words: 3, author: 10, views: 4 },
  { id: 3n, title: 'Three', author: null, tags: [] },
];

const optionsList = [
  {},
  { include: ['author', 'tags', 'comments.author.friends'] },
  { include: ['author.friends.friends'], fields: { people: ['name'], articles: ['byline', 'author', 'title'] } },
  { baseUrl: '/api', include: ['comments'] },
] as const;

describe('the document of rows equals the document of records', () => {
  test.each(optionsList)('%j', async (options) => {
    const expected: unknown = JSON.parse(serialize(named, 'articles', records as never, options as never));
    expect(JSON.parse(serialize(api, 'articles', rows as never, options as never))).toEqual(expected);
    expect(buildDocument(api, 'articles', rows as never, options as never)).toEqual(expected);
    let text = '';
    for await (const chunk of serializeStream(api, 'articles', rows as never, options as never)) text += chunk;
    expect(JSON.parse(text)).toEqual(expected);
  });

  test('of one row, and of primary data that paths reach again, in a stream', async () => {
    const options = { include: ['friends.friends'] } as const;
    const expected: unknown = JSON.parse(serialize(named, 'people', [danRecord, eveRecord] as never, options));
    expect(JSON.parse(serialize(api, 'people', [dan, eve], options))).toEqual(expected);
    let text = '';
    for await (const chunk of serializeStream(api, 'people', [dan, eve], options)) text += chunk;
    expect(JSON.parse(text)).toEqual(expected);
    expect(JSON.parse(serialize(api, 'people', dan))).toEqual(
      JSON.parse(serialize(named, 'people', danRecord as never)),
    );
  });

  test('of the linkage of a relationship', () => {
    for (const name of ['author', 'tags', 'comments'] as const) {
      expect(
        buildRelationshipDocument(api, 'articles', { ...rows[0], article_id: 1n }, name, { include: [name] }),
      ).toEqual(buildRelationshipDocument(named, 'articles', { ...records[0], id: 1n }, name, { include: [name] }));
    }
  });
});

test('functions of the application receive the rows', () => {
  const seen: object[] = [];
  const record = (row: object): undefined => {
    seen.push(row);
  };
  serialize(api, 'articles', rows[1] as never, {
    related: record,
    resources: { articles: { meta: record } },
  });
  expect(new Set(seen)).toEqual(new Set([rows[1]]));
});

test('an identifier names its id `id`, and a row is a row although it has a column `type`', () => {
  const row = { article_id: 1, head_line: 'x', author_id: { type: 'people', id: 4, meta: { role: 'editor' } } };
  const { data } = buildDocument(api, 'articles', row as never) as DataDocument<ResourceObject>;
  expect(data.relationships?.['author']?.data).toEqual({ type: 'people', id: '4', meta: { role: 'editor' } });
  const typed = { ...row, author_id: { type: 'admin', person_id: 4, full_name: 'Dan' } };
  const document = buildDocument(api, 'articles', typed as never, { include: ['author'] });
  expect(document.included).toMatchObject([{ type: 'people', id: '4', attributes: { name: 'Dan' } }]);
});

test.each([
  [{ id: 1, head_line: 'x' }, 'Record of type "articles": `article_id` must be a string'],
  [{ article_id: 1, author_row: { id: 1 } }, '"articles" "1", relationship `author`: `person_id` must be a string'],
  [{ article_id: 1, tag_rows: 'x' }, '"articles" "1": the to-many relationship `tags` must be an array'],
  [{ article_id: 1, head_line: Symbol() }, '"articles" "1": attribute `title` must be a JSON value'],
])('the error for %j names the member of the row', (row, message) => {
  for (const write of [serialize, buildDocument])
    expect(() => write(api, 'articles', row as never, { include: ['author'] })).toThrow(message);
});

test('many rows of one shape, some of which lack a member, and two attributes of one member', () => {
  const shared = defineApi({
    a: {
      attributes: {
        first: attribute(z.string().optional(), { from: 'x' }),
        second: attribute(z.string().optional(), { from: 'x', write: false }),
      },
    },
    b: {
      attributes: {
        first: attribute(z.string().optional(), { from: 'x' }),
        second: attribute(z.int().default(7), { from: 'y' }),
        when: attribute(z.iso.datetime().optional(), { from: 'z' }),
      },
    },
  });
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, other: {}, x: `x${id}`, y: id, z: new Date(id) }));
  const [missing, more] = [
    { id: 100, other: 1, x: undefined, y: undefined, z: undefined },
    { id: 101, x: 'x', own: 1 },
  ];
  const attributesOf = (type: 'a' | 'b') =>
    JSON.parse(serialize(shared, type, [...rows, missing, more] as never)).data.map(
      (resource: { attributes: object }) => resource.attributes,
    );
  expect(attributesOf('a')).toEqual([
    ...rows.map(({ x }) => ({ first: x, second: x })),
    {},
    { first: 'x', second: 'x' },
  ]);
  expect(attributesOf('b')).toEqual([
    ...rows.map(({ x, y, z: when }) => ({ first: x, second: y, when: when.toISOString() })),
    { second: 7 },
    { first: 'x', second: 7 },
  ]);
});
