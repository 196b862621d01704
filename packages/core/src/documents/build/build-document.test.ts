import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blog } from '../../../test/blog.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { serialize } from '../serialize/serialize.ts';
import { buildDocument, buildRelationshipDocument } from './build-document.ts';

const version = { uri: 'https://example.com/version', namespace: 'version' };
const dan = { id: '9', name: 'Dan' };
const article = { id: '1', title: 'JSON:API' };

/** Every object and array that the builder made; nested attribute values are the user's and stay out. */
function madeBy(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const nested = Object.entries(value).flatMap(([name, member]) =>
    name === 'attributes' ? [member] : name === 'meta' || name === 'links' ? [] : madeBy(member),
  );
  return [value, ...nested];
}

describe('primary data', () => {
  test('one record becomes one resource object', () => {
    expect(buildDocument(blog, 'people', dan)).toEqual({
      data: { type: 'people', id: '9', attributes: { name: 'Dan' } },
    });
  });

  test('an array of one record becomes an array (DOC-09)', () => {
    expect(buildDocument(blog, 'people', [dan]).data).toEqual([
      { type: 'people', id: '9', attributes: { name: 'Dan' } },
    ]);
  });

  test('an empty array stays one, null stays null (DOC-07, DOC-09)', () => {
    expect(buildDocument(blog, 'people', []).data).toEqual([]);
    expect(buildDocument(blog, 'people', null).data).toBeNull();
  });

  test.each([
    [7, '7'],
    [7n, '7'],
    ['007', '007'],
    ['', ''],
  ])('the id %o goes on the wire as %o (RES-03)', (id, wire) => {
    expect(buildDocument(blog, 'people', { id, name: 'Dan' }).data.id).toBe(wire);
  });

  test.each([[undefined], [null], [1.5], [Number.NaN], [{}], [true], [2 ** 60]])('the id %o is rejected', (id) => {
    expect(() => buildDocument(blog, 'people', { id: id as string, name: 'Dan' })).toThrow(/"people": `id` must be/);
  });

  test('what is not a record is rejected', () => {
    for (const record of [null, 'x', undefined]) {
      expect(() => buildDocument(blog, 'articles', [article, record as never])).toThrow(
        'A record of type "articles" must be an object',
      );
    }
  });

  test('a resource given twice is rejected (CMP-05)', () => {
    expect(() => buildDocument(blog, 'people', [dan, { ...dan }])).toThrow(
      '"people" "9" must occur only once in the primary data. (rule unique-resources)',
    );
  });

  test('records of mixed types say their type', () => {
    const records = [
      { ...article, type: 'articles' },
      { id: '1', body: 'x', type: 'comments' },
    ] as const;
    const { data } = buildDocument(blog, ['articles', 'comments'], records);
    expect(data.map(({ type, id }) => [type, id])).toEqual([
      ['articles', '1'],
      ['comments', '1'],
    ]);
  });

  test('records of mixed types without a type are rejected', () => {
    expect(() => buildDocument(blog, ['articles', 'comments'], [article])).toThrow('"articles" or "comments"');
  });
});

describe('attributes', () => {
  test('what is not declared never shows', () => {
    const record = { ...dan, password: 'hunter2' };
    expect(buildDocument(blog, 'people', record).data.attributes).toEqual({ name: 'Dan' });
  });

  test('undefined is left out, null is kept', () => {
    const record = { id: '1', title: null as unknown as string, createdAt: undefined };
    expect(buildDocument(blog, 'articles', record).data.attributes).toStrictEqual({ title: null });
  });

  test('a Date becomes ISO 8601 (REC-08)', () => {
    const record = { ...article, createdAt: new Date(0) };
    expect(buildDocument(blog, 'articles', record).data.attributes.createdAt).toBe('1970-01-01T00:00:00.000Z');
  });

  test('an invalid Date is rejected', () => {
    const record = { ...article, createdAt: new Date(Number.NaN) };
    expect(() => buildDocument(blog, 'articles', record)).toThrow(
      '"articles" "1": attribute `createdAt` must be a JSON value, but it is an invalid Date',
    );
  });

  test.each([
    ['NaN', Number.NaN, 'NaN'],
    ['an infinite number', Number.POSITIVE_INFINITY, 'Infinity'],
    ['a bigint', 1n, 'a bigint'],
    ['a function', () => 1, 'a function'],
    ['a symbol', Symbol('x'), 'a symbol'],
    ['a bigint inside', [{ name: 1n }], 'a bigint at /0/name'],
    ['a Map', new Map(), 'a Map'],
    ['a Set inside', [{ names: new Set(['x']) }], 'a Set at /0/names'],
    ['a view of bytes', new Uint8Array(2), 'a Uint8Array'],
  ])('%s is not JSON and rejected', (_, tags, what) => {
    const record = { ...article, tags: tags as never };
    expect(() => buildDocument(blog, 'articles', record)).toThrow(
      `"articles" "1": attribute \`tags\` must be a JSON value, but it ${what.includes(' at ') ? 'contains' : 'is'} ${what}. Convert it with \`attribute(schema, { encode })\`. (rule json-value)`,
    );
  });

  test('nested values are the user’s own: neither copied nor frozen', () => {
    const tags = [{ name: 'x' }];
    const { data } = buildDocument(blog, 'articles', { ...article, tags });
    expect(data.attributes.tags).toBe(tags);
    expect(Object.isFrozen(tags)).toBe(false);
  });

  test('getters and class instances are records too', () => {
    class Person {
      readonly id = 3;
      get name(): string {
        return 'Getter';
      }
    }
    expect(buildDocument(blog, 'people', new Person()).data).toEqual({
      type: 'people',
      id: '3',
      attributes: { name: 'Getter' },
    });
  });

  test('a type without attributes does not have attributes member', () => {
    expect(buildDocument(blog, 'markers', { id: 1 })).toStrictEqual({ data: { type: 'markers', id: '1' } });
  });
});

describe('relationships', () => {
  test.each([
    ['an id', 9, { type: 'people', id: '9' }],
    ['an identifier', { type: 'people', id: 9 }, { type: 'people', id: '9' }],
    [
      'an identifier with meta',
      { type: 'people', id: '9', meta: { since: 1 } },
      { type: 'people', id: '9', meta: { since: 1 } },
    ],
    ['a nested record', dan, { type: 'people', id: '9' }],
    ['null', null, null],
  ] as const)('to-one: %s', (_, author, data) => {
    const document = buildDocument(blog, 'articles', { ...article, author });
    expect(document.data.relationships?.author).toEqual({ data });
  });

  test('to-many: ids, identifiers and records, each once (AMB-33)', () => {
    const comments = ['5', { type: 'comments', id: 5 }, { id: 12, body: 'x' }, 12n] as const;
    expect(buildDocument(blog, 'articles', { ...article, comments }).data.relationships?.comments?.data).toEqual([
      { type: 'comments', id: '5' },
      { type: 'comments', id: '12' },
    ]);
  });

  test('what was not loaded is left out without URLs and has links only with them', () => {
    expect(buildDocument(blog, 'articles', article).data.relationships).toBeUndefined();
    expect(buildDocument(blog, 'articles', article, { baseUrl: '/api/' }).data.relationships?.author).toEqual({
      links: { self: '/api/articles/1/relationships/author', related: '/api/articles/1/author' },
    });
  });

  test.each([
    [
      'an array for to-one',
      { author: [] },
      '"articles" "1": the to-one relationship `author` must be one value or null, but it is an empty array.',
    ],
    [
      'one record for to-many',
      { comments: { id: 1, body: '' } },
      '"articles" "1": the to-many relationship `comments` must be an array',
    ],
    ['null for to-many', { comments: null }, '"articles" "1": the to-many relationship `comments` must be an array'],
    ['a record without id', { author: { name: 'x' } }, '"articles" "1", relationship `author`: `id` must be'],
  ])('%s is rejected', (_, fields, message) => {
    expect(() => buildDocument(blog, 'articles', { ...article, ...(fields as object) })).toThrow(message);
  });

  const thenable = Object.fromEntries([['then', (): void => undefined]]);

  test.each<[string, object, string]>([
    ['to-one', { author: Promise.resolve(dan) }, '"articles" "1", relationship `author`:'],
    ['to-many', { comments: Promise.resolve([]) }, '"articles" "1", relationship `comments`:'],
    ['one of several', { comments: [1, Promise.resolve(2)] }, '"articles" "1", relationship `comments`:'],
    ['a thenable', { author: thenable }, '"articles" "1", relationship `author`:'],
  ])('a promise has to be awaited: %s', (_, fields, where) => {
    const awaited = new TypeError(`${where} the value must not be a promise. Await it first.`);
    const record = { ...article, ...fields };
    expect(() => buildDocument(blog, 'articles', record)).toThrow(awaited);
    expect(() => buildDocument(blog, 'articles', record, { include: ['author', 'comments'] })).toThrow(awaited);
    expect(() => serialize(blog, 'articles', record, { include: ['author', 'comments'] })).toThrow(awaited);
  });

  test('a promise of a record of any of several types, or of the primary data, has to be awaited', () => {
    const on = Promise.resolve({ type: 'articles', id: 1 }) as never;
    expect(() => buildDocument(blog, 'comments', { id: 1, body: '', on })).toThrow(
      '"comments" "1", relationship `on`: the value must not be a promise',
    );
    const late = Promise.resolve(article) as never;
    expect(() => buildDocument(blog, 'articles', late)).toThrow(
      'Record of type "articles": the value must not be a promise.',
    );
  });

  test('a record may have a function of that name', () => {
    const author = { id: 9, name: 'Dan', ...thenable };
    expect(buildDocument(blog, 'articles', { ...article, author }).data.relationships?.author).toEqual({
      data: { type: 'people', id: '9' },
    });
  });

  test('a bare id cannot say which of several types it is of', () => {
    expect(() => buildDocument(blog, 'comments', { id: 1, body: '', on: 3 as never })).toThrow('not a bare id');
  });

  test('an identifier of a type the relationship does not lead to is rejected', () => {
    const on = { type: 'people', id: '9' } as never;
    expect(() => buildDocument(blog, 'comments', { id: 1, body: '', on })).toThrow('"articles" or "comments"');
    const author = { type: 'comments', id: '9' } as never;
    expect(() => buildDocument(blog, 'articles', { ...article, author })).toThrow(
      'relationship `author`: `type` of the identifier must be "people"',
    );
  });
});

describe('included', () => {
  const included = (document: { readonly included?: readonly { type: string; id: string }[] }): string[] | undefined =>
    document.included?.map(({ type, id }) => `${type} ${id}`);

  test('absent unless asked for, empty when nothing relates (INC-04)', () => {
    expect(buildDocument(blog, 'articles', { ...article, author: dan }).included).toBeUndefined();
    expect(buildDocument(blog, 'articles', { ...article, author: null }, { include: ['author'] }).included).toEqual([]);
    expect(buildDocument(blog, 'articles', article, { include: [] }).included).toEqual([]);
  });

  test('what a copy of a record knows that is met on the way through the record itself (CMP-06)', () => {
    const text = z.string().optional();
    const api = defineApi({
      houses: { attributes: { name: text }, relationships: { owner: toOne('people') } },
      people: { attributes: { name: text }, relationships: { friends: toMany('people'), pets: toMany('pets') } },
      pets: { attributes: { name: text } },
    });
    const owner = { id: 1, friends: [{ id: 1, pets: [{ id: 7 }] }] };
    const house = buildDocument(api, 'houses', { id: 1, owner }, { include: ['owner.friends', 'owner.pets'] });
    expect(included(house)).toEqual(['people 1', 'pets 7']);
    expect(included(buildDocument(api, 'people', owner, { include: ['friends', 'pets'] }))).toEqual(['pets 7']);
  });

  test('in the order in which linkage leads to them, each once (CMP-05)', () => {
    const eve = { id: 2, name: 'Eve' };
    const records = [
      { ...article, author: dan, comments: [{ id: 5, body: 'a', author: eve }] },
      { id: '2', title: 'B', author: { ...dan }, comments: [{ id: 6, body: 'b', author: dan }] },
    ];
    const document = buildDocument(blog, 'articles', records, { include: ['comments.author', 'author'] });
    expect(included(document)).toEqual(['people 9', 'comments 5', 'people 2', 'comments 6']);
  });

  test('intermediate resources are there (INC-06)', () => {
    const record = { ...article, comments: [{ id: 5, body: 'a', author: dan }] };
    expect(included(buildDocument(blog, 'articles', record, { include: ['comments.author'] }))).toEqual([
      'comments 5',
      'people 9',
    ]);
  });

  test('primary data never comes back, neither by a cycle nor by a self-reference (CMP-07)', () => {
    const person: Record<string, unknown> & { id: string; name: string } = { id: '9', name: 'Dan' };
    const record = { ...article, author: { ...person, articles: [article], friend: person } };
    person.friend = person;
    const document = buildDocument(blog, 'articles', record, { include: ['author.articles', 'author.friend.friend'] });
    expect(included(document)).toEqual(['people 9']);
    expect(included(buildDocument(blog, 'people', person, { include: ['friend.friend'] }))).toEqual([]);
  });

  test('several paths to one resource go on from it together', () => {
    const shared = { id: 1, name: 'A', friend: { id: 2, name: 'B', friend: { id: 3, name: 'C' } } };
    const record = { ...article, author: shared, comments: [{ id: 5, body: 'x', author: shared }] };
    const include = ['author', 'comments.author.friend'] as const;
    expect(included(buildDocument(blog, 'articles', record, { include }))).toEqual([
      'people 1',
      'comments 5',
      'people 2',
    ]);
  });

  test('of several records of one resource, the first that has a relationship decides (CMP-03)', () => {
    const records = [
      { id: 1, title: 'A', author: { id: 9, name: 'Dan' } },
      { id: 2, title: 'B', author: { id: 9, name: 'Dan', friend: { id: 2, name: 'Eve' } } },
      { id: 3, title: 'C', author: { id: 9, name: 'Dan', friend: { id: 3, name: 'Mallory' } } },
    ];
    const document = buildDocument(blog, 'articles', records, { include: ['author.friend'] });
    expect(included(document)).toEqual(['people 9', 'people 2']);
    expect(document.included[0]?.relationships).toEqual({ friend: { data: { type: 'people', id: '2' } } });
  });

  test('further records of one resource are looked at once each, however many there are (CMP-03)', () => {
    const count = 300;
    const records = Array.from({ length: count }, (_, id) => ({ id, title: 'A', author: { id: 9, name: 'Dan' } }));
    let looks = 0;
    const related = (): undefined => {
      looks++;
      return undefined;
    };
    buildDocument(blog, 'articles', records, { include: ['author.friend'], related });
    expect(looks).toBeLessThan(20 * count);
  });

  test('ids and identifiers without a record are linked, not included', () => {
    const record = { ...article, author: '9', comments: [{ type: 'comments', id: 5 }] } as const;
    const document = buildDocument(blog, 'articles', record, { include: ['author', 'comments'] });
    expect(document.included).toEqual([]);
    expect(document.data.relationships?.author?.data).toEqual({ type: 'people', id: '9' });
  });

  test('a record that is bare but for its id is included, an identifier is not', () => {
    const options = { include: ['author'], fields: { people: [] } } as const;
    const includedWith = (author: { id: number } | { type: 'people'; id: number }): unknown =>
      buildDocument(blog, 'articles', { ...article, author }, options).included;
    expect(includedWith({ id: 9 })).toEqual([{ type: 'people', id: '9' }]);
    expect(includedWith({ type: 'people', id: 9 })).toEqual([]);
  });

  test('a record of a type without fields is included by its id alone', () => {
    const document = buildDocument(blog, 'collections', { id: 1, marker: { id: 4 } }, { include: ['marker'] });
    expect(document.included).toEqual([{ type: 'markers', id: '4' }]);
  });

  test('a fieldset that hides the relationship keeps what it leads to (CMP-08)', () => {
    const document = buildDocument(
      blog,
      'articles',
      { ...article, author: dan },
      { include: ['author'], fields: { articles: ['title'] } },
    );
    expect(document.data).toEqual({ type: 'articles', id: '1', attributes: { title: 'JSON:API' } });
    expect(included(document)).toEqual(['people 9']);
  });

  test('depth is not recursion: a chain of 20,000 records', () => {
    let friend: object = { id: 0, name: 'x' };
    for (let id = 1; id < 20_000; id++) friend = { id, name: 'x', friend };
    const path = Array.from({ length: 20_000 }, () => 'friend').join('.');
    const document = buildDocument(blog, 'people', friend as { id: number; name: string }, {
      include: [path as 'friend'],
    });
    expect(document.included).toHaveLength(19_999);
  });

  test('a path that does not exist is rejected', () => {
    expect(() => buildDocument(blog, 'articles', article, { include: ['nope' as 'author'] })).toThrow('"nope"');
  });
});

describe('fieldsets', () => {
  test('only the named fields, relationships included, also of included resources (FLD-01, FLD-04)', () => {
    const record = { ...article, author: { ...dan, friend: null }, comments: [] };
    const document = buildDocument(blog, 'articles', record, {
      include: ['author'],
      fields: { articles: ['author'], people: [] },
    });
    expect(document.data).toEqual({
      type: 'articles',
      id: '1',
      relationships: { author: { data: { type: 'people', id: '9' } } },
    });
    expect(document.included).toEqual([{ type: 'people', id: '9' }]);
  });

  test('an unknown field or type is rejected', () => {
    expect(() => buildDocument(blog, 'people', dan, { fields: { people: ['nope' as 'name'] } })).toThrow('"nope"');
    expect(() => buildDocument(blog, 'people', dan, { fields: { nope: [] } as never })).toThrow('"nope"');
  });
});

describe('what stands beside the primary data', () => {
  test('links, meta and jsonapi go in as they are', () => {
    const beside = { links: { self: '/people/9' }, meta: { took: 3 }, jsonapi: { version: '1.1' } };
    expect(buildDocument(blog, 'people', dan, beside)).toMatchObject(beside);
  });

  test('types that are not served carry no links', () => {
    const record = { ...article, author: dan };
    const canFind = (type: string): boolean => type === 'articles';
    const document = buildDocument(blog, 'articles', record, { include: ['author'], baseUrl: '', canFind });
    expect(document.data.links).toEqual({ self: '/articles/1' });
    expect(document.data.relationships?.author?.links).toEqual({ self: '/articles/1/relationships/author' });
    expect(document.included).toEqual([{ type: 'people', id: '9', attributes: { name: 'Dan' } }]);
  });

  test('what was not loaded and cannot be read carries no links (FET-05, FET-06)', () => {
    const canFindRelated = (type: string): boolean => type === 'people';
    const built = (record: object): object | undefined =>
      buildDocument(blog, 'articles', record as typeof article, { baseUrl: '', canFindRelated }).data.relationships;
    expect(built(article)).toBeUndefined();
    const links = { self: '/articles/1/relationships/author', related: '/articles/1/author' };
    expect(built({ ...article, author: null })).toEqual({ author: { links, data: null } });
    const { relationships } = buildDocument(blog, 'people', dan, { baseUrl: '', canFindRelated }).data;
    expect(Object.values(relationships ?? {}).map((it) => Object.keys(it.links ?? {}))).toEqual(
      [...(blog.types.get('people')?.relationships.keys() ?? [])].map(() => ['self', 'related']),
    );
  });

  test('members of applied extensions, at-members, and null pagination links (EXT-09, NAM-09, PAG-03)', () => {
    const document = buildDocument(blog, 'people', [], {
      links: { next: null, first: { href: '/people' } },
      extensions: [version],
      additional: { 'version:etag': 'x', '@context': [] },
    });
    expect(document).toEqual({
      links: { next: null, first: { href: '/people' } },
      data: [],
      'version:etag': 'x',
      '@context': [],
    });
  });

  test.each([
    ['meta that is not an object (MET-01)', { meta: [] }, 'meta must be an object'],
    ['a link of another name (LNK-13)', { links: { edit: '/' } }, 'links must not contain "edit"'],
    ['null outside pagination (LNK-02)', { links: { self: null } }, 'links.self must be a URL'],
    [
      'a link that is not a URL (LNK-14)',
      { links: { self: 'https://[' } },
      'links.self must be a URL, but it is "https://[". (rule link-url)',
    ],
    [
      'a base URL that is none',
      { baseUrl: 'not a url' },
      '`baseUrl` must be a URL that a path can follow, but it is "not a url"',
    ],
    ['a link object without href (LNK-05)', { links: { next: {} } }, 'links.next must be a URL'],
    ['an extension member without namespace (EXT-09)', { additional: { etag: 1 } }, 'it contains "etag"'],
    ['a member of an extension that is not applied (DOC-04)', { additional: { 'version:a': 1 } }, '"version:a"'],
    ['such a link', { links: { 'version:a': '/' } }, 'links must not contain "version:a"'],
    ['such a member of a link', { links: { self: { href: '/', 'version:a': 1 } } }, 'must not contain "version:a"'],
    ['such a member of `jsonapi`', { jsonapi: { 'version:a': 1 } }, 'jsonapi must not contain "version:a"'],
    [
      'such a member of a resource',
      { resources: { people: { additional: () => ({ 'version:a': 1 }) } } },
      'it contains "version:a"',
    ],
    ['an illegal namespace (EXT-08)', { extensions: [version], additional: { 'a-b:c': 1 } }, 'it contains "a-b:c"'],
    [
      'an illegal member name (EXT-09)',
      { extensions: [version], additional: { 'version:_c': 1 } },
      'it contains "version:_c"',
    ],
  ])('rejects %s', (_, options, message) => {
    expect(() => buildDocument(blog, 'people', dan, options as object)).toThrow(message);
  });

  test('identifiers keep their meta, at-members, and members of applied extensions (RID-04, NAM-09)', () => {
    const author = { type: 'people', id: 9, meta: { role: 'editor' }, '@note': [1], 'version:since': 2 } as const;
    const record = { ...article, author, comments: [{ type: 'comments', id: '5', '@new': true } as const, '6'] };
    const options = { include: ['author', 'comments'], extensions: [version] } as const;
    const document = buildDocument(blog, 'articles', record, options);
    expect(document.data.relationships?.author?.data).toEqual({ ...author, id: '9' });
    expect(document.data.relationships?.comments?.data).toEqual([
      { type: 'comments', id: '5', '@new': true },
      { type: 'comments', id: '6' },
    ]);
    expect(JSON.parse(serialize(blog, 'articles', record, options))).toEqual(document);
    expect(JSON.parse(serialize(blog, 'articles', { ...record, author: null }))).toMatchObject({
      data: { relationships: { comments: { data: [{ '@new': true }, {}] } } },
    });
    expect(() => serialize(blog, 'articles', record)).toThrow('the identifier must contain only members of the form');
  });

  test('related records can come from elsewhere, and the record answers where they do not', () => {
    const record = { ...article, comments: ['5'] };
    const document = buildDocument(blog, 'articles', record, {
      include: ['author'],
      related: (_, relationship) => (relationship === 'author' ? dan : undefined),
    });
    expect(document.data.relationships?.comments?.data).toEqual([{ type: 'comments', id: '5' }]);
    expect(document.included).toHaveLength(1);
  });

  test('everything the builder makes is frozen', () => {
    const record = { ...article, author: dan, comments: [{ id: 5, body: 'x', author: dan }] };
    const document = buildDocument(blog, 'articles', [record], { include: ['author', 'comments'], baseUrl: '' });
    const made = madeBy(document);
    expect(made.length).toBeGreaterThan(10);
    for (const value of made) expect(value).toSatisfy(Object.isFrozen);
  });
});

describe('resource linkage as primary data', () => {
  test('to-one, empty to-one, to-many (REL-11)', () => {
    const record = { ...article, author: dan, comments: [5] };
    expect(buildRelationshipDocument(blog, 'articles', record, 'author').data).toEqual({ type: 'people', id: '9' });
    const beside = () => buildRelationshipDocument(blog, 'articles', record, 'comments', { include: ['author'] });
    expect(beside).toThrow('Relationship paths must begin with `comments`, but one is "author".');
    expect(buildRelationshipDocument(blog, 'articles', record, 'comments').data).toEqual([
      { type: 'comments', id: '5' },
    ]);
    expect(
      buildRelationshipDocument(blog, 'articles', { ...article, author: null } as never, 'author').data,
    ).toBeNull();
  });

  test('paths start at the relationship, and a resource of the linkage is included once (INC-08, CMP-07)', () => {
    const record = { ...article, comments: [{ id: 5, body: 'x', author: { ...dan, articles: [article] } }] };
    const include = ['comments.author.articles'] as const;
    const { data, included } = buildRelationshipDocument(blog, 'articles', record, 'comments', { include });
    expect(data).toEqual([{ type: 'comments', id: '5' }]);
    expect(included?.map(({ type }) => type)).toEqual(['comments', 'people', 'articles']);
  });

  test('a relationship that was not loaded, or does not exist, is rejected', () => {
    expect(() => buildRelationshipDocument(blog, 'articles', article, 'author')).toThrow(
      'the relationship `author` must be loaded',
    );
    expect(() => buildRelationshipDocument(blog, 'articles', article, 'nope' as 'author')).toThrow('"nope"');
  });
});

test.each<[fields: readonly string[], baseUrl: string | undefined, record: object, data: object]>([
  [[], undefined, {}, {}],
  [['title'], undefined, {}, { attributes: {} }],
  [['title'], undefined, { title: 'A' }, { attributes: { title: 'A' } }],
  [['author'], undefined, { author: null }, { relationships: { author: { data: null } } }],
  [['author', 'comments'], undefined, { comments: [] }, { relationships: { comments: { data: [] } } }],
  [['author', 'comments'], undefined, {}, {}],
  [['title', 'author'], undefined, { author: null }, { attributes: {}, relationships: { author: { data: null } } }],
  [[], '/api', {}, { links: { self: '/api/articles/1' } }],
  [['title'], '/api', {}, { attributes: {}, links: { self: '/api/articles/1' } }],
])('a document with the fields %j at %j contains no member without a value, for %j', (names, baseUrl, record, data) => {
  const options = { fields: { articles: names }, ...(baseUrl === undefined ? {} : { baseUrl }) };
  const document: unknown = buildDocument(blog, 'articles', { id: 1, ...record } as never, options as object);
  expect((document as { readonly data: unknown }).data).toStrictEqual({ type: 'articles', id: '1', ...data });
});

test.each([
  { id: 9, name: 'Dan' },
  { type: 'people', id: 9, name: 'Dan' },
  { type: 'people', id: '9', name: 'Dan', meta: { a: 1 } },
])('a related record is included, with and without its type: %j', (author) => {
  const record = { id: 1, title: 'A', author };
  const { data, included } = buildDocument(blog, 'articles', record, { include: ['author'] });
  expect(included).toMatchObject([{ type: 'people', id: '9', attributes: { name: 'Dan' } }]);
  expect(data.relationships).toMatchObject({ author: { data: { type: 'people', id: '9' } } });
  expect(buildDocument(blog, 'articles', [record], { include: ['author'] }).included).toEqual(included);
  expect(JSON.parse(serialize(blog, 'articles', record, { include: ['author'] })).included).toEqual(included);
});
