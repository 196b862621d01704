import { describe, expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { validateDocument } from '../../validate/validate-document.ts';
import { serialize } from '../serialize/serialize.ts';
import { serializeStream } from '../serialize/serialize-stream.ts';
import { buildDocument, buildRelationshipDocument } from './build-document.ts';

const dan = { id: 9, name: 'Dan' };
const circle: Record<string, unknown> = {};
circle.self = { inside: [circle] };
const linked: Record<string, unknown> = { href: '/a' };
linked.describedby = linked;

/** Values that are not JSON, whatever they stand in, and what a message says of them. */
const noJson: readonly (readonly [unknown, string])[] = [
  [Number.NaN, 'NaN'],
  [Number.NEGATIVE_INFINITY, '-Infinity'],
  [9n, 'a bigint'],
  [() => 1, 'a function'],
  [Symbol('x'), 'a symbol'],
  [new Map(), 'a Map'],
  [circle, 'a circular reference'],
];

const places: readonly (readonly [string, (value: unknown) => object])[] = [
  ['meta', (value) => ({ meta: { deep: [{ value }] } })],
  ['jsonapi', (value) => ({ jsonapi: { meta: { value } } })],
  ['jsonapi.@note', (value) => ({ jsonapi: { '@note': value } })],
  ['links.self', (value) => ({ links: { self: { href: '/', meta: { value } } } })],
  ['links.next', (value) => ({ links: { next: { href: '/', '@note': value } } })],
  ['links.@note', (value) => ({ links: { '@note': value } })],
  [
    '`additional`: version:a',
    (value) => ({
      extensions: [{ uri: 'https://example.com/v', namespace: 'version' }],
      additional: { 'version:a': value },
    }),
  ],
];

describe.each(places)('%s holds JSON', (place, options) => {
  test.each(noJson)('not %s', (value, named) => {
    const given = options(value);
    const message = new RegExp(
      `^${place}(?:\\.meta)? must be a JSON value, but it contains ${named}(?: at /[^ ]+)?\\. \\(rule json-value\\)$`,
    );
    expect(() => buildDocument(blog, 'people', dan, given)).toThrow(message);
    expect(() => serialize(blog, 'people', dan, given)).toThrow(message);
    expect(() => serializeStream(blog, 'people', [dan], given)).toThrow(message);
    expect(() => buildRelationshipDocument(blog, 'people', { ...dan, friend: 1 } as never, 'friend', given)).toThrow(
      message,
    );
  });
});

describe('breaks no rule', () => {
  test.each<[string, object, string]>([
    ['JAP-01', { jsonapi: null }, 'jsonapi must be an object'],
    ['JAP-01', { jsonapi: ['1.1'] }, 'jsonapi must be an object'],
    ['JAP-02', { jsonapi: { version: 1.1 } }, 'jsonapi.version must be a string'],
    ['JAP-03', { jsonapi: { ext: 'urn:example:a' } }, 'jsonapi.ext must be an array of URIs'],
    ['JAP-04', { jsonapi: { profile: ['no uri'] } }, 'jsonapi.profile must be an array of URIs'],
    ['JAP-05', { jsonapi: { meta: [] } }, 'jsonapi.meta must be an object'],
    ['JAP-08', { jsonapi: { versoin: '1.1' } }, 'jsonapi must not contain "versoin"'],
    ['MET-01', { meta: null }, 'meta must be an object'],
    ['MET-01', { meta: new Date() }, 'meta must be an object'],
    [
      'LNK-06',
      { links: { self: { href: '/', rel: 'a b' } } },
      'links.self.rel must be a link relation type, but it is',
    ],
    ['LNK-06', { links: { self: { href: '/', rel: true } } }, 'links.self.rel must be a link relation type, but it is'],
    [
      'LNK-07',
      { links: { self: { href: '/', describedby: {} } } },
      'links.self.describedby must be a URL or a link object',
    ],
    ['LNK-08', { links: { self: { href: '/', title: 1 } } }, 'links.self.title must be a string'],
    ['LNK-09', { links: { self: { href: '/', type: null } } }, 'links.self.type must be a string'],
    [
      'LNK-10',
      { links: { self: { href: '/', hreflang: ['de', 'd e'] } } },
      'links.self.hreflang must be a language tag',
    ],
    ['LNK-11', { links: { self: { href: '/', meta: 1 } } }, 'links.self.meta must be an object'],
    ['LNK-12', { links: { self: { href: '/', method: 'PUT' } } }, 'links.self must not contain "method"'],
    [
      'LNK-05',
      { links: { self: 5 } },
      'links.self must be a URL or a link object with `href`, but it is 5. (rule link-value)',
    ],
    [
      'PAG-01',
      { links: { next: 5 } },
      'links.next must be a URL or a link object with `href`, or null, but it is 5. (rule link-value)',
    ],
    ['PAG-05', { links: { next: '/2' } }, 'links.next must be null or absent: the primary data is not an array.'],
    ['PAG-05', { links: { first: { href: '/1' } } }, '(rule pagination-links)'],
    ['MET-01', { meta: new String('s') }, 'meta must be an object'],
    ['MET-01', { meta: new Map([['a', 1]]) }, 'meta must be a JSON value, but it contains a Map. (rule json-value)'],
    ['MET-01', { meta: { toJSON: () => 1n } }, 'meta must be an object'],
    ['LNK-01', { links: new String('s') }, 'links must be an object'],
    [
      'LNK-01',
      { links: Promise.resolve({}) },
      'links must be a JSON value, but it contains a Promise. (rule json-value)',
    ],
    ['LNK-01', { links: [] }, 'links must be an object'],
    ['LNK-05', { links: { self: Object.create({ href: '/' }) } }, 'links.self must be a URL or a link object'],
    ['JAP-01', { jsonapi: new String('1.1') }, 'jsonapi must be an object'],
    ['no members', { additional: 5 }, '`additional` must be an object, but it is 5.'],
    ['no base URL', { baseUrl: 5 }, '`baseUrl` must be a string, but it is 5.'],
    ['a base URL without paths', { baseUrl: 'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6' }, '(rule link-url)'],
    ['no URLs', { urls: '/api' }, '`urls` must be an object, but it is "/api".'],
    ['no function', { urls: { resource: false } }, 'urls: `resource` must be a function, but it is false.'],
    ['no function', { related: [] }, '`related` must be a function, but it is an empty array.'],
    ['no resources', { resources: () => 1 }, '`resources` must be an object, but it is a function.'],
    ['no members', { resources: { people: 1 } }, '`resources.people` must be an object, but it is 1.'],
    [
      'no function',
      { resources: { people: { meta: {} } } },
      'resources.people: `meta` must be a function, but it is an',
    ],
    [
      'no function',
      { resources: { people: { relationships: { friend: { links: '/' } } } } },
      'resources.people.relationships.friend: `links` must be a function, but it is "/".',
    ],
    [
      'a circle of links',
      { links: { self: linked } },
      'links.self must be a JSON value, but it contains a circular reference at /',
    ],
  ])('%s', (_, options, message) => {
    expect(() => buildDocument(blog, 'people', dan, options)).toThrow(message);
    expect(() => serialize(blog, 'people', dan, options)).toThrow(message);
  });
});

test('PAG-05: pagination links stand beside arrays alone, also with null and in documents about relationships', () => {
  const next = { links: { next: '/2' } };
  expect(() => buildDocument(blog, 'people', null, next)).toThrow('(rule pagination-links)');
  expect(buildDocument(blog, 'people', [], next).links).toEqual(next.links);
  const record = { ...dan, friend: null, articles: [] };
  expect(() => buildRelationshipDocument(blog, 'people', record, 'friend', next)).toThrow('(rule pagination-links)');
  expect(buildRelationshipDocument(blog, 'people', record, 'articles', next).links).toEqual(next.links);
});

test('a document holds what JSON has for an option, read once', () => {
  let reads = 0;
  const meta = {
    at: new Date(0),
    money: { toJSON: () => ({ amount: 1 }) },
    get reads() {
      return ++reads;
    },
  };
  const document = buildDocument(blog, 'people', dan, { meta });
  expect(document.meta).toEqual({ at: '1970-01-01T00:00:00.000Z', money: { amount: 1 }, reads: 1 });
  expect(document.meta).toSatisfy(Object.isFrozen);
  expect(JSON.parse(serialize(blog, 'people', dan, { meta })).meta).toEqual({ ...document.meta, reads: 2 });
});

test('the last of many links that describe one another is looked at', () => {
  let link: unknown = { href: 'no url' };
  for (let count = 0; count < 20_000; count++) link = { href: '/', describedby: link };
  expect(() => buildDocument(blog, 'people', dan, { links: { self: link as string } })).toThrow('must be a URL');
});

test('functions of a stream are judged when they have answered', async () => {
  const stream = serializeStream(blog, 'people', [dan], { meta: () => ({ total: Number.NaN }) });
  await expect(new Response(stream.toReadableStream()).text()).rejects.toThrow(
    'meta must be a JSON value, but it contains NaN at /total.',
  );
});

test('what resource objects and identifiers carry is judged as well', () => {
  const meta = { value: 1n };
  const give = (resources: object): unknown => buildDocument(blog, 'people', dan, { resources: { people: resources } });
  expect(() => give({ meta: () => meta })).toThrow(
    '"people" "9": meta must be a JSON value, but it contains a bigint at /',
  );
  expect(() => give({ additional: () => ({ '@a': meta }) })).toThrow(
    '"people" "9": the result of `additional`: @a must be a JSON value, but it contains a bigint at /',
  );
  expect(() => give({ relationships: { friend: { meta: () => meta } } })).toThrow(
    'meta must be a JSON value, but it contains a bigint at /',
  );
  const friend = { type: 'people', id: '1', meta } as const;
  expect(() => buildDocument(blog, 'people', { ...dan, friend })).toThrow(
    '"people" "9", relationship `friend`: `meta` must be a JSON value, but it contains a bigint at /',
  );
});

test('what the specification allows goes in, and the document is valid', () => {
  const beside = {
    jsonapi: {
      version: '1.1',
      ext: ['https://example.com/v'],
      profile: ['urn:example:a'],
      meta: { a: null },
      '@note': [1],
    },
    links: {
      self: {
        href: '/people/9',
        rel: 'https://example.com/rel',
        describedby: { href: '/schema', rel: 'describedby' },
        title: 'Dan',
        type: 'application/vnd.api+json',
        hreflang: ['de', 'en-GB'],
        meta: { at: new Date(0) },
        '@note': 1,
      },
      describedby: '/schema',
      next: null,
      related: undefined as never,
    },
    meta: { toJSON: 'text', absent: undefined, shared: [dan, dan] },
  };
  const document = buildDocument(blog, 'people', dan, beside);
  const text = serialize(blog, 'people', dan, beside);
  expect(text).toBe(JSON.stringify(document));
  expect(validateDocument(JSON.parse(text)).issues).toBe(undefined);
});
