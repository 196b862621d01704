import { describe, expect, test } from 'vitest';
import { blog } from '../../test/blog.ts';
import { serialize } from '../serialize/serialize.ts';
import { serializeStream } from '../serialize/serialize-stream.ts';
import { validateDocument } from '../validate/validate-document.ts';
import { buildDocument, buildRelationshipDocument } from './build-document.ts';

const dan = { id: 9, name: 'Dan' };
const circle: Record<string, unknown> = {};
circle.self = { inside: [circle] };
const linked: Record<string, unknown> = { href: '/a' };
linked.describedby = linked;

/** Values that are no JSON, whatever they stand in, and what a message says of them. */
const noJson: readonly (readonly [unknown, string])[] = [
  [Number.NaN, 'NaN'],
  [Number.NEGATIVE_INFINITY, '-Infinity'],
  [9n, 'a bigint'],
  [() => 1, 'a function'],
  [Symbol('x'), 'a symbol'],
  [new Map(), 'a Map'],
  [circle, 'a reference to what it stands in'],
];

const places: readonly (readonly [string, (value: unknown) => object])[] = [
  ['meta', (value) => ({ meta: { deep: [{ value }] } })],
  ['jsonapi', (value) => ({ jsonapi: { meta: { value } } })],
  ['jsonapi.@note', (value) => ({ jsonapi: { '@note': value } })],
  ['links.self', (value) => ({ links: { self: { href: '/', meta: { value } } } })],
  ['links.next', (value) => ({ links: { next: { href: '/', '@note': value } } })],
  ['links.@note', (value) => ({ links: { '@note': value } })],
  ['version:a', (value) => ({ extensionMembers: { 'version:a': value } })],
];

describe.each(places)('%s holds JSON', (place, options) => {
  test.each(noJson)('not %s', (value, named) => {
    const given = options(value);
    const message = new RegExp(`^${place}(?:\\.meta)? is or holds ${named}\\. \\(rule json-value\\)$`);
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
    ['JAP-01', { jsonapi: null }, 'jsonapi is an object. (rule jsonapi-object)'],
    ['JAP-01', { jsonapi: ['1.1'] }, 'jsonapi is an object.'],
    ['JAP-02', { jsonapi: { version: 1.1 } }, 'jsonapi.version is a string. (rule jsonapi-version)'],
    ['JAP-03', { jsonapi: { ext: 'urn:example:a' } }, 'jsonapi.ext is a list of URIs. (rule jsonapi-uris)'],
    ['JAP-04', { jsonapi: { profile: ['no uri'] } }, 'jsonapi.profile is a list of URIs.'],
    ['JAP-05', { jsonapi: { meta: [] } }, 'jsonapi.meta is an object. (rule meta-object)'],
    ['JAP-08', { jsonapi: { versoin: '1.1' } }, 'jsonapi.versoin: it has the members version, ext, profile, meta.'],
    ['MET-01', { meta: null }, 'meta is an object. (rule meta-object)'],
    ['MET-01', { meta: new Date() }, 'meta is an object.'],
    ['LNK-06', { links: { self: { href: '/', rel: 'a b' } } }, 'links.self.rel is a link relation type.'],
    ['LNK-06', { links: { self: { href: '/', rel: true } } }, 'links.self.rel is a link relation type.'],
    ['LNK-07', { links: { self: { href: '/', describedby: {} } } }, 'links.self.describedby is a URL or a link object'],
    ['LNK-08', { links: { self: { href: '/', title: 1 } } }, 'links.self.title is a string. (rule link-title)'],
    ['LNK-09', { links: { self: { href: '/', type: null } } }, 'links.self.type is a string. (rule link-media-type)'],
    ['LNK-10', { links: { self: { href: '/', hreflang: ['de', 'd e'] } } }, 'links.self.hreflang is a language tag'],
    ['LNK-11', { links: { self: { href: '/', meta: 1 } } }, 'links.self.meta is an object. (rule meta-object)'],
    ['LNK-12', { links: { self: { href: '/', method: 'PUT' } } }, 'links.self.method: it has the members href, rel,'],
    ['a circle of links', { links: { self: linked } }, 'links.self is or holds a reference to what it stands in.'],
  ])('%s', (_, options, message) => {
    expect(() => buildDocument(blog, 'people', dan, options)).toThrow(message);
    expect(() => serialize(blog, 'people', dan, options)).toThrow(message);
  });
});

test('the last of many links that describe one another is looked at', () => {
  let link: unknown = { href: 'no url' };
  for (let count = 0; count < 20_000; count++) link = { href: '/', describedby: link };
  expect(() => buildDocument(blog, 'people', dan, { links: { self: link as string } })).toThrow('is no URL');
});

test('functions of a stream are judged when they have answered', async () => {
  const stream = serializeStream(blog, 'people', [dan], { meta: () => ({ total: Number.NaN }) });
  await expect(new Response(stream.toReadableStream()).text()).rejects.toThrow('meta is or holds NaN.');
});

test('what resource objects and identifiers carry is judged as well', () => {
  const meta = { value: 1n };
  const give = (resources: object): unknown => buildDocument(blog, 'people', dan, { resources: { people: resources } });
  expect(() => give({ meta: () => meta })).toThrow('people "9": meta is or holds a bigint.');
  expect(() => give({ additional: () => ({ '@a': meta }) })).toThrow('people "9": @a is or holds a bigint.');
  expect(() => give({ relationships: { friend: { meta: () => meta } } })).toThrow('meta is or holds a bigint.');
  const friend = { type: 'people', id: '1', meta } as const;
  expect(() => buildDocument(blog, 'people', { ...dan, friend })).toThrow(
    'people "9", relationship friend, meta is or holds a bigint. (rule json-value)',
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
