import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { pointerResolves } from '../../../test/pointer-resolves.ts';
import { casesOf } from '../../../test/runs.ts';
import { JsonApiError } from '../../error/json-api-error.ts';
import { formatPointer } from '../../internal/json-pointer.ts';
import { isMemberName } from '../../spec/member/member-name.ts';
import { validateDocument } from '../../validate/validate-document.ts';
import type { ValidateOptions } from '../../validate/validate-options.ts';
import { parseCreate, parseCreateAsync } from './parse-create.ts';
import { parseLinkage } from './parse-linkage.ts';
import { parseUpdate } from './parse-update.ts';

const dan = { type: 'people', id: '9' };
const comment = { type: 'comments', id: '5', lid: 'five' };
const tags = [{ name: 'x' }, { name: 'y' }];
/** Requests that are as they should be, by the type of their endpoint. */
const requests = {
  articles: {
    type: 'articles',
    attributes: { title: 'A', tags },
    relationships: { author: { data: dan, meta: {} }, comments: { data: [comment], links: { self: '/' } } },
    '@at': 1,
  },
  people: {
    type: 'people',
    id: '9',
    lid: 'me',
    attributes: { name: 'Dan' },
    relationships: { friend: { data: { ...dan, meta: {} } } },
  },
  comments: {
    type: 'comments',
    lid: 'me',
    attributes: { body: '' },
    relationships: { on: { data: { type: 'comments', lid: 'me' } } },
  },
  collections: {
    type: 'collections',
    attributes: {},
    relationships: { items: { data: [comment, comment] }, marker: { data: null } },
    meta: {},
  },
  markers: { type: 'markers' },
} as const;
type Name = keyof typeof requests;
const wanted = fc.constantFrom(...(Object.keys(requests) as Name[]));

const json = fc.jsonValue({ maxDepth: 3 });
/** Values that replace a part of a request. */
const other = fc.oneof(
  json,
  fc.constantFrom<unknown>(
    '1',
    '9',
    '',
    '\ud800',
    'me',
    'articles',
    'comments',
    null,
    3,
    [],
    {},
    tags,
    dan,
    [dan],
    comment,
    [comment],
    { data: [] },
  ),
);
const name = fc.constantFrom(
  ...[
    'type',
    'id',
    'lid',
    'attributes',
    'relationships',
    'links',
    'meta',
    'data',
    'errors',
    'included',
    'jsonapi',
    'name',
    'title',
    'body',
  ],
  ...['createdAt', 'tags', 'author', 'articles', 'friend', 'nope', '@at', '_x', 'a:b', '__proto__', 'x~/y', '\ud800'],
);

interface Container {
  [key: string]: unknown;
}

function containersOf(value: unknown): readonly Container[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Container, ...Object.values(value).flatMap(containersOf)];
}

/** A request of which some parts are other ones. */
const changed = (
  original: object,
  changes: readonly (readonly [at: number, key: string | number, value: unknown])[],
): unknown => {
  const document = structuredClone(original);
  for (const [at, key, value] of changes) {
    const containers = containersOf(document);
    const container = containers[at % containers.length] as Container;
    const keys = Object.keys(container);
    const chosen =
      typeof key === 'string' && !Array.isArray(container) ? key : (keys[Number(key) % keys.length] ?? '0');
    Object.defineProperty(container, chosen, {
      value: structuredClone(value),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  // As text would be read: `-0` and the like are gone.
  return JSON.parse(JSON.stringify(document));
};
const changes = fc.array(fc.tuple(fc.nat(50), fc.oneof(fc.nat(9), name), other), { maxLength: 3 });

function statusOf(document: unknown, parse: () => unknown): number {
  try {
    parse();
    return 200;
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    for (const { source, detail = '' } of error.errors) {
      if (source?.pointer !== undefined) expect(pointerResolves(document, source.pointer), source.pointer).toBe(true);
      expect(detail.length).toBeLessThan(400);
      expect(detail.isWellFormed()).toBe(true);
    }
    expect(error.errors.length).toBeLessThanOrEqual(20);
    return error.status;
  }
}

/**
 * What a receiver would have to reject: not what it ignores, such as a field whose name is not legal, whatever that holds
 * (AMB-23), and nothing inside of links, included and jsonapi, which a server does not read (AMB-32).
 */
function rejections(document: unknown, options: ValidateOptions): readonly unknown[] {
  const issues = validateDocument(document, { api: blog, ...options }).issues ?? [];
  return issues.filter(({ receiver, pointer }) => {
    const [, , fields, field] = pointer.split('/');
    const isIgnored =
      (fields === 'attributes' || fields === 'relationships') && field !== undefined && !isMemberName(field);
    const isUnread = /^(\/data(\/relationships\/[^/]+)?)?\/(links|included|jsonapi)\//.test(pointer);
    return receiver === 'reject' && !isIgnored && !isUnread;
  });
}

const runs = { numRuns: 500 };

/** Some are accepted, with changes too, and some are not: a property of nothing would hold as well. */
function expectBoth(statuses: readonly number[]): void {
  const accepted = statuses.filter((status) => status === 200).length;
  expect(accepted).toBeGreaterThan(statuses.length / 10);
  expect(accepted).toBeLessThan(statuses.length * 0.9);
}

test('what parseCreate accepts, the validator accepts; its pointers resolve; text says the same', () => {
  const statuses: number[] = [];
  fc.assert(
    fc.property(wanted, changes, (type, by) => {
      const document = changed({ data: requests[type] }, by);
      const status = statusOf(document, () => parseCreate(blog, type, document));
      expect(statusOf(document, () => parseCreate(blog, type, JSON.stringify(document)))).toBe(status);
      statuses.push(status);
      if (status === 200) expect(rejections(document, { as: 'create' })).toEqual([]);
    }),
    runs,
  );
  expectBoth(statuses);
});

test('what parseUpdate accepts, the validator accepts; its pointers resolve', () => {
  const statuses: number[] = [];
  fc.assert(
    fc.property(wanted, changes, (type, by) => {
      const { lid: _, ...resource } = { lid: '', ...requests[type] };
      const self = type === 'comments' ? { relationships: { on: { data: comment } } } : {};
      const document = changed({ data: { ...resource, id: '1', ...self } }, by);
      const status = statusOf(document, () => parseUpdate(blog, type, document));
      statuses.push(status);
      if (status === 200) expect(rejections(document, { as: 'update' })).toEqual([]);
    }),
    runs,
  );
  expectBoth(statuses);
});

test('what parseLinkage accepts, the validator accepts; its pointers resolve', () => {
  const statuses: number[] = [];
  fc.assert(
    fc.property(fc.constantFrom('author', 'comments'), changes, (relationship, by) => {
      const document = changed(
        { data: relationship === 'author' ? dan : [comment, comment, { ...comment, id: '6', lid: 'six' }] },
        by,
      );
      const status = statusOf(document, () => parseLinkage(blog, 'articles', relationship as 'author', document));
      statuses.push(status);
      if (status === 200) expect(rejections(document, { as: 'relationship' })).toEqual([]);
    }),
    runs,
  );
  expectBoth(statuses);
});

test('parsing throws nothing but JsonApiError, whatever it is given', { timeout: 30_000 }, async () => {
  const anything = fc.oneof(
    fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,

      withTypedArray: true,
    }),
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.uint8Array(),
  );
  await fc.assert(
    fc.asyncProperty(wanted, anything, async (type, body) => {
      statusOf(body, () => parseCreate(blog, type, body));
      statusOf(body, () => parseUpdate(blog, type, body, { id: '1' }));
      statusOf(body, () => parseLinkage(blog, 'articles', 'comments', body));
      await parseCreateAsync(blog, type, body).catch((error: unknown) => expect(JsonApiError.is(error)).toBe(true));
    }),
    { numRuns: casesOf('PROPERTY_RUNS', { long: 200, short: 60 }) },
  );
});

test('at most 100 characters of the client’s text in a detail, 500 in a pointer', () => {
  const long = 'x'.repeat(3000);
  const data = { type: long, id: long, lid: long };
  const details = (parse: () => unknown): readonly (readonly [string, string])[] => {
    try {
      parse();
    } catch (error) {
      if (!JsonApiError.is(error)) throw error;
      return error.errors.map(({ detail = '', source }) => [detail, source?.pointer ?? ''] as const);
    }
    return [];
  };
  const attributes = { title: long, [long]: 1, tags: [{ name: 1, [long]: 1 }], createdAt: long };
  const relationships = {
    [long]: { data },
    author: { data },
    comments: { data: [data, { type: 'comments', lid: long }] },
  };
  const people = { friend: { data: { type: 'people', id: '1', lid: long } } };
  const all = [
    () => parseCreate(blog, 'articles', { data }),
    () => parseCreate(blog, 'articles', { data: { type: 'articles', id: long, lid: long, attributes, relationships } }),
    () =>
      parseCreate(blog, 'people', {
        data: { type: 'people', id: '1', lid: 'a', attributes: { name: 'x' }, relationships: people },
      }),
    () => parseUpdate(blog, 'articles', { data: { ...data, type: 'articles', attributes } }, { id: `y${long}` }),
    () => parseLinkage(blog, 'articles', 'author', { data }),
    () => parseCreate(blog, 'articles', long),
  ].flatMap(details);
  expect(all.length).toBeGreaterThan(10);
  for (const [detail, pointer] of all) {
    expect(detail.replaceAll(/[^x]/g, '').length).toBeLessThanOrEqual(101);
    expect(pointer.length).toBeLessThanOrEqual(500);
  }
});

test('ERR-15 every pointer of a part resolves in the whole document, and the status is that of the part alone', () => {
  const segment = fc.oneof(fc.constantFrom('atomic:operations', 'a/b', '~', '~1', '', '0'), fc.string());
  fc.assert(
    fc.property(wanted, changes, fc.array(segment, { maxLength: 3 }), fc.nat(3), (type, by, segments, index) => {
      const part = changed({ data: { id: '1', ...requests[type] } }, by);
      const list = [...Array<object>(index).fill({}), part];
      const whole = segments.reduceRight<unknown>((inner, name) => ({ [`x${name}`]: inner }), list);
      const base = formatPointer([...segments.map((name) => `x${name}`), index]);
      for (const parse of [parseCreate, parseUpdate]) {
        const alone = statusOf(part, () => parse(blog, type, part));
        expect(statusOf(whole, () => parse(blog, type, part, { base }))).toBe(alone);
      }
      statusOf(whole, () => parseLinkage(blog, 'articles', 'comments', part, { base }));
    }),
    runs,
  );
});
