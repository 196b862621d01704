import { describe, expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { defineExtension } from '../../media-type/extension.ts';
import { resourceUrls } from '../../schema/url/resource-urls.ts';
import { validateDocument } from '../../validate/validate-document.ts';
import { buildDocument } from '../build/build-document.ts';
import type { BuildOptions } from '../build/build-options.ts';
import { serialize } from '../serialize/serialize.ts';

type Options = BuildOptions<typeof blog, 'articles'>;

const extension = defineExtension({ uri: 'https://example.com/ext', namespace: 'ext' });
const record = { id: 1, title: 'A', author: { id: 9, name: 'Dan' }, comments: [] };

/** The resource object, which the text has to have as well. */
function resourceWith(options: Options): Readonly<Record<string, unknown>> {
  const document = buildDocument(blog, 'articles', record, options);
  expect(validateDocument(document, { extensions: [] }).issues?.filter((it) => !it.message.includes('ext:'))).toBe(
    undefined,
  );
  expect(JSON.parse(serialize(blog, 'articles', record, options))).toEqual(document);
  return document.data as unknown as Readonly<Record<string, unknown>>;
}

test('meta of a resource is a function of its record (MET-01)', () => {
  const data = resourceWith({ resources: { articles: { meta: ({ title }) => ({ length: String(title).length }) } } });
  expect(data.meta).toEqual({ length: 1 });
  expect(resourceWith({ resources: { articles: { meta: () => undefined } } })).not.toHaveProperty('meta');
  expect(resourceWith({ resources: { people: { meta: () => ({ a: 1 }) } } })).not.toHaveProperty('meta');
});

test('links of a resource join those of its URL, and take their place (LNK-01)', () => {
  const links = () => ({ self: { href: '/one', meta: {} }, '@more': '/two' });
  expect(resourceWith({ baseUrl: '/api', resources: { articles: { links } } }).links).toEqual({
    self: { href: '/one', meta: {} },
    '@more': '/two',
  });
  expect(resourceWith({ baseUrl: '/api', resources: { articles: { links: () => ({}) } } }).links).toEqual({
    self: '/api/articles/1',
  });
});

test('at-members stand beside the fields (NAM-11)', () => {
  expect(resourceWith({ resources: { articles: { additional: () => ({ '@id': 'x' }) } } })['@id']).toBe('x');
});

test('relationships have links and meta of their own (REL-01)', () => {
  const relationships = resourceWith({
    baseUrl: '',
    fields: { articles: ['author', 'comments'] },
    resources: {
      articles: {
        relationships: {
          author: { meta: () => ({ since: 2020 }) },
          comments: { links: () => ({ next: '/articles/1/comments?page=2', prev: null }) },
        },
      },
    },
  }).relationships;
  expect(relationships).toEqual({
    author: {
      links: { self: '/articles/1/relationships/author', related: '/articles/1/author' },
      data: { type: 'people', id: '9' },
      meta: { since: 2020 },
    },
    comments: {
      links: {
        self: '/articles/1/relationships/comments',
        related: '/articles/1/comments',
        next: '/articles/1/comments?page=2',
        prev: null,
      },
      data: [],
    },
  });
});

test('a relationship with data may have pagination links alone', () => {
  const next = '/articles/1/comments?page=2';
  const resources = { articles: { relationships: { comments: { links: () => ({ next }) } } } };
  expect(resourceWith({ fields: { articles: ['comments'] }, resources }).relationships).toEqual({
    comments: { links: { next }, data: [] },
  });
});

test('a relationship that was not loaded may have meta alone', () => {
  const resources = { articles: { relationships: { author: { meta: () => ({ hidden: true }) } } } };
  const { data } = buildDocument(blog, 'articles', { id: 1, title: 'A' }, { resources });
  expect(data.relationships).toEqual({ author: { meta: { hidden: true } } });
});

test('everything that is made is frozen', () => {
  const resources = { articles: { meta: () => ({ a: 1 }), links: () => ({ self: '/x' }) } };
  const { data } = buildDocument(blog, 'articles', record, { resources });
  expect([Object.isFrozen(data), Object.isFrozen(data.links)]).toEqual([true, true]);
});

describe('URLs in a scheme of the application', () => {
  const urls = { resource: (type: string, id: string) => `/x/${type}-${id}` };

  test('only the links that have a function', () => {
    expect(resourceWith({ urls, fields: { articles: ['author'] } })).toEqual({
      type: 'articles',
      id: '1',
      relationships: { author: { data: { type: 'people', id: '9' } } },
      links: { self: '/x/articles-1' },
    });
  });

  test('of relationships, with or without those of resources', () => {
    const { relationship, related } = resourceUrls('/api');
    expect(resourceWith({ urls: { related }, fields: { articles: ['author'] } })).toEqual({
      type: 'articles',
      id: '1',
      relationships: { author: { links: { related: '/api/articles/1/author' }, data: { type: 'people', id: '9' } } },
    });
    expect(resourceWith({ urls: { relationship, related }, baseUrl: '/other' }).links).toBe(undefined);
  });
});

const ofAuthor = (links: () => object | undefined, meta?: () => object): Options => ({
  resources: { articles: { relationships: { author: { links, ...(meta && { meta }) } } } } as never,
});

test('a relationship without data and meta has self, related, or no links at all (REL-02)', () => {
  const bare = { id: 1, title: 'A' };
  const build = (options: Options): unknown => buildDocument(blog, 'articles', bare, options).data.relationships;
  expect(build(ofAuthor(() => ({})))).toBe(undefined);
  expect(() => build(ofAuthor(() => ({ '@a': 1 })))).toThrow(
    '"articles" "1", relationship `author`: links must contain self or related, because the relationship has neither data ' +
      'nor meta. (rule relationship-links)',
  );
  const meta = (): object => ({ a: 1 });
  expect(build(ofAuthor(() => ({ '@a': 1 }), meta))).toEqual({ author: { links: { '@a': 1 }, meta: { a: 1 } } });
  expect(build(ofAuthor(() => ({ self: '/a' })))).toEqual({ author: { links: { self: '/a' } } });
  expect(build({ ...ofAuthor(() => ({ 'ext:a': '/a' })), extensions: [extension] })).toEqual({
    author: { links: { 'ext:a': '/a' } },
  });
});

test.each<[string, Options, string]>([
  ['a page of a to-one relationship', ofAuthor(() => ({ self: '/a', next: '/b' })), 'pagination-links'],
  ['a promise of links', ofAuthor(async () => ({ self: '/a' })), 'json-value'],
  ['a promise of members', { resources: { articles: { additional: (async () => ({})) as never } } }, 'json-value'],
  ['members that are a text', { resources: { articles: { additional: () => '@a' as never } } }, 'defined-members'],
  ['meta that is not an object', { resources: { articles: { meta: () => [] as never } } }, 'meta-object'],
  ['a URL that is none', { urls: { resource: () => 5 as never } }, 'link-url'],
  ['a related URL that is none', { urls: { related: () => undefined as never } }, 'link-url'],
  ['a link that must be a URL', { resources: { articles: { links: () => ({ self: 'a b' }) } } }, 'link-url'],
  ['an undefined link', { resources: { articles: { links: () => ({ up: '/' }) as never } } }, 'link-names'],
  ['links that are not an object', { resources: { articles: { links: () => '/' as never } } }, 'links-object'],
  ['an undefined member', { resources: { articles: { additional: () => ({ more: 1 }) as never } } }, 'defined-members'],
  [
    'a null link that is none of a page',
    { resources: { articles: { relationships: { author: { links: () => ({ self: null }) as never } } } } },
    'link-value',
  ],
])('%s is rejected, with the resource and the rule', (_, options, rule) => {
  expect(() => buildDocument(blog, 'articles', record, options)).toThrow(/"articles" "1".*rule/);
  expect(() => buildDocument(blog, 'articles', record, options)).toThrow(`rule ${rule}`);
});

describe('members of extensions in relationships, and meta of identifiers', () => {
  const relationshipsWith = (members: NonNullable<Options['resources']>) =>
    resourceWith({ fields: { articles: ['author', 'comments'] }, resources: members }).relationships;

  test('a relationship has members of extensions and at-members (EXT-07, NAM-11)', () => {
    const author = { additional: () => ({ 'ext:since': 2020, '@kept': true }) };
    const options: Options = {
      fields: { articles: ['author'] },
      resources: { articles: { relationships: { author } } },
      extensions: [extension],
    };
    const document = buildDocument(blog, 'articles', record, options);
    expect(JSON.parse(serialize(blog, 'articles', record, options))).toEqual(document);
    expect(validateDocument(document, { extensions: [extension] }).issues).toBeUndefined();
    expect(document.data.relationships).toMatchObject({
      author: { data: { type: 'people', id: '9' }, 'ext:since': 2020, '@kept': true },
    });
  });

  test.each([
    ['a member of an extension is enough', { 'ext:since': 2020 }, { author: { 'ext:since': 2020 } }],
    ['an at-member is not', { '@kept': true }, undefined],
  ])('of a relationship that was not loaded %s (REL-01)', (_, added, expected) => {
    const resources = { articles: { relationships: { author: { additional: () => added } } } };
    const text = serialize(blog, 'articles', { id: 1, title: 'A' }, { resources, extensions: [extension] } as Options);
    expect(JSON.parse(text).data.relationships).toEqual(expected);
  });

  test.each([
    ['another name', { since: 2020 }, /of the form `@name`, or `namespace:name`/],
    ['a member of an extension that is not applied', { 'other:since': 2020 }, /it contains "other:since"/],
    ['no JSON', { 'ext:since': Promise.resolve(1) }, /ext:since must be a JSON value, but it contains/],
    ['no object', 5, /the result of `additional` must be an object/],
  ])('%s is rejected', (_, added, message) => {
    const resources = { articles: { relationships: { author: { additional: () => added } } } };
    expect(() => buildDocument(blog, 'articles', record, { resources, extensions: [extension] } as never)).toThrow(
      message,
    );
  });

  test('meta of identifiers comes from the record where one is there, and joins their own (RID-04)', () => {
    const identifierMeta = ({ id, record: person }: { id: string; record: object | undefined }) => ({
      tag: `${id} ${String((person as { name?: unknown } | undefined)?.name)}`,
    });
    const resources = { people: { identifierMeta } };
    expect(relationshipsWith(resources)).toMatchObject({
      author: { data: { type: 'people', id: '9', meta: { tag: '9 Dan' } } },
    });
    const authorOf = (author: unknown) => {
      const text = serialize(blog, 'articles', { id: 1, author } as never, { resources });
      return JSON.parse(text).data.relationships.author.data;
    };
    expect(authorOf(9)).toEqual({ type: 'people', id: '9', meta: { tag: '9 undefined' } });
    expect(authorOf({ type: 'people', id: 9 })).toEqual({ type: 'people', id: '9', meta: { tag: '9 undefined' } });
    expect(authorOf({ type: 'people', id: 9, name: 'Dan' })).toEqual({
      type: 'people',
      id: '9',
      meta: { tag: '9 Dan' },
    });
    expect(authorOf({ type: 'people', id: 9, meta: { role: 'x', tag: 'y' } })).toEqual({
      type: 'people',
      id: '9',
      meta: { role: 'x', tag: '9 undefined' },
    });
    expect(authorOf(null)).toBeNull();
  });

  test('of several values for one resource, the first record is used', () => {
    const identifierMeta = ({ record: comment }: { readonly record: object | undefined }) => ({
      body: String((comment as { readonly body?: unknown } | undefined)?.body),
    });
    const linkageOf = (comments: readonly unknown[]) =>
      buildDocument(
        blog,
        'articles',
        { id: 1, title: 'A', comments: comments as [] },
        {
          resources: { comments: { identifierMeta } },
        },
      ).data.relationships?.comments?.data;
    expect(linkageOf([5, { id: 5, body: 'a' }, { id: 5, body: 'b' }, 5])).toEqual([
      { type: 'comments', id: '5', meta: { body: 'a' } },
    ]);
  });

  test.each([[[]], [5], ['x'], [new Date(0)]])('meta of an identifier in a record must be an object: %j', (meta) => {
    const author = { type: 'people', id: '9', meta };
    for (const resources of [undefined, { people: { identifierMeta: () => undefined } }]) {
      expect(() => buildDocument(blog, 'articles', { id: 1, author } as never, { resources } as Options)).toThrow(
        '"articles" "1", relationship `author`: `meta` must be an object',
      );
    }
  });

  test('meta of an identifier is an object of JSON, or undefined for none', () => {
    const reject = (meta: unknown) => () => relationshipsWith({ people: { identifierMeta: () => meta as never } });
    expect(reject(5)).toThrow(
      '"articles" "1", relationship `author`: the result of `identifierMeta` must be an object',
    );
    expect(reject({ at: Promise.resolve(1) })).toThrow('must be a JSON value, but it contains');
    expect(relationshipsWith({ people: { identifierMeta: () => undefined } })).toMatchObject({
      author: { data: { type: 'people', id: '9' } },
    });
  });
});

test('properties of `Object.prototype` are not members of a relationship object', () => {
  const options = ofAuthor(() => ({}));
  const build = (): unknown => buildDocument(blog, 'articles', { id: 1, title: 'A' }, options).data.relationships;
  const expected = build();
  try {
    for (const name of ['links', 'data', 'meta']) Object.assign(Object.prototype, { [name]: { x: 1 } });
    expect(build()).toBe(expected);
  } finally {
    for (const name of ['links', 'data', 'meta']) Reflect.deleteProperty(Object.prototype, name);
  }
});
