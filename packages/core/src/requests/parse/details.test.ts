/** Exact input and details. The tables of other tests check only codes and pointers. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blog } from '../../../test/blog.ts';
import { JsonApiError } from '../../error/json-api-error.ts';
import { attribute } from '../../schema/attribute.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toOne } from '../../schema/relationship.ts';
import type { StandardSchema } from '../../schema/standard-schema.ts';
import { parseCreate } from './parse-create.ts';
import { parseLinkage } from './parse-linkage.ts';
import { parseUpdate } from './parse-update.ts';

function detailsOf(parse: () => unknown): readonly (string | undefined)[] {
  try {
    parse();
  } catch (error) {
    if (JsonApiError.is(error)) return error.errors.map(({ detail }) => detail);
    throw error;
  }
  return [];
}

const article = (members: object): object => ({ data: { type: 'articles', attributes: { title: 'A' }, ...members } });
const person = (members: object): object => ({ data: { type: 'people', attributes: { name: 'Dan' }, ...members } });
const me = { type: 'people', lid: 'me' };

test.each<[unknown, string]>([
  [{}, 'A resource identifier must have `type` and `id`.'],
  [{ id: '9' }, 'A resource identifier must have `type`.'],
  [{ lid: 'me' }, 'A resource identifier must have `type`.'],
  [{ type: 'people' }, 'A resource identifier must have `id`.'],
  [
    [{ type: 'people', id: '9' }],
    'The to-one relationship `author` must have a resource identifier or null as `data`, but it is an array of 1 element.',
  ],
])('a to-one relationship with %j: %s', (data, detail) => {
  expect(detailsOf(() => parseLinkage(blog, 'articles', 'author', { data }))).toEqual([detail]);
});

describe('details', () => {
  test.each<[string, object, string]>([
    [
      'an unknown attribute',
      { attributes: { title: 'A', nope: 1 } },
      'Type "articles" does not have an attribute "nope".',
    ],
    [
      'a relationship among them',
      { attributes: { title: 'A', author: 1 } },
      '`author` is a relationship of type "articles". Move it to `relationships`.',
    ],
    ['an unknown relationship', { relationships: { nope: 1 } }, 'Type "articles" does not have a relationship "nope".'],
    [
      'an attribute among them',
      { relationships: { title: 1 } },
      '`title` is an attribute of type "articles". Move it to `attributes`.',
    ],
    ['a lid of another kind', { lid: 1 }, '`lid` must be a string, but it is 1.'],
    ['half a character', { lid: '\ud800' }, '`lid` must be valid Unicode, but it contains half of a surrogate pair.'],
    [
      'half a character in an attribute',
      { attributes: { title: '\ud800' } },
      'The value of `title` must be valid Unicode, but it contains half of a surrogate pair.',
    ],
    [
      'the same inside',
      { attributes: { title: 'A', tags: ['\ud800'] } },
      'This value must be valid Unicode, but it contains half of a surrogate pair.',
    ],
    [
      'a name with it',
      { attributes: { title: 'A', tags: [{ '\ud800': 1 }] } },
      'This value must have a name in valid Unicode, but the name contains half of a surrogate pair.',
    ],
  ])('%s', (_, members, detail) => {
    expect(detailsOf(() => parseCreate(blog, 'articles', article(members)))).toEqual([detail]);
  });

  test.each<[string, unknown, string]>([
    ['a member', {}, 'address: "street" is required. Needed.'],
    ['a member of a member', { street: {} }, 'address: "name" is required. Needed.'],
    ['what is there', { street: { name: 1 } }, 'address: Needed.'],
    ['an element', [], 'address: "street" is required. Needed.'],
    ['anything, in text', 'x', 'address: Needed.'],
  ])('the name of what is missing in an attribute: %s', (_, address, detail) => {
    const schema: StandardSchema = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: () => ({ issues: [{ message: 'Needed.', path: ['street', { key: 'name' }] }] }),
      },
    };
    const api = defineApi({ a: { attributes: { address: schema } } });
    expect(detailsOf(() => parseCreate(api, 'a', { data: { type: 'a', attributes: { address } } }))).toEqual([detail]);
  });

  test.each<[string, unknown, string]>([
    ['100 characters', { street: { name: 1 } }, `address: ${'x'.repeat(99)}…`],
    ['50 characters beside the name of what is missing', {}, `address: "street" is required. ${'x'.repeat(49)}…`],
  ])('a schema can quote the value, so its message has at most %s', (_, address, detail) => {
    const schema: StandardSchema = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: () => ({ issues: [{ message: 'x'.repeat(101), path: ['street', 'name'] }] }),
      },
    };
    const api = defineApi({ a: { attributes: { address: schema } } });
    expect(detailsOf(() => parseCreate(api, 'a', { data: { type: 'a', attributes: { address } } }))).toEqual([detail]);
  });

  test.each<[string, readonly string[], string]>([
    ['one type', ['people'], 'type "people"'],
    ['two types', ['people', 'groups'], 'the types "people" or "groups"'],
  ])('a relationship to %s names what it accepts', (_, targets, accepted) => {
    const api = defineApi({ people: { relationships: { boss: toOne(targets as ['people']) } }, groups: {} });
    const data = { type: 'films', id: '1' };
    expect(detailsOf(() => parseLinkage(api, 'people', 'boss', { data }))).toEqual([
      `The relationship \`boss\` accepts only ${accepted}, but the resource identifier has type "films".`,
    ]);
  });

  test('of an identifier without anything: one', () => {
    expect(detailsOf(() => parseLinkage(blog, 'articles', 'author', { data: {} }))).toEqual([
      'A resource identifier must have `type` and `id`.',
    ]);
  });

  test.each([['1e999'], ['-1e999'], ['[1e999]'], ['{"a":[0,-1e999]}']])(
    '(RES-13) the number %s is out of range',
    (value) => {
      const api = defineApi({ a: { attributes: { x: z.unknown() } } });
      const text = `{"data":{"type":"a","attributes":{"x":${value}}}}`;
      expect(detailsOf(() => parseCreate(api, 'a', text))).toEqual([
        expect.stringContaining('must be within the range of a double.'),
      ]);
    },
  );

  test('a different id: both, shortened', () => {
    const body = { data: { type: 'articles', id: 'y'.repeat(90) } };
    expect(detailsOf(() => parseUpdate(blog, 'articles', body, { id: 'x'.repeat(90) }))).toEqual([
      `\`id\` must match the id in the URL, "${'x'.repeat(49)}…", but it is "${'y'.repeat(49)}…".`,
    ]);
  });
});

describe('the input', () => {
  test('numbers are doubles, and minus zero stays (GEN-01)', () => {
    const api = defineApi({ a: { attributes: { x: z.unknown() } } });
    const text = '{"data":{"type":"a","attributes":{"x":[-0,12345678901234567890,0.1]}}}';
    expect(parseCreate(api, 'a', text).attributes.x).toEqual([-0, 12345678901234567000, 0.1]);
  });

  test('the last of two members with one name counts (GEN-01)', () => {
    const text = '{"data":{"type":"articles","attributes":{"title":"A","title":"B"}}}';
    expect(parseCreate(blog, 'articles', text).attributes.title).toBe('B');
  });

  test('has exactly the members that the request has', () => {
    expect(Object.keys(parseCreate(blog, 'articles', article({})))).toEqual(['type', 'attributes', 'relationships']);
    expect(parseCreate(blog, 'people', person({ id: '1', lid: 'me' }))).toStrictEqual(
      parseCreate(blog, 'people', person({ id: '1' })),
    );
    expect(Object.keys(parseCreate(blog, 'people', person({ lid: 'me' })))).toEqual([
      'type',
      'lid',
      'attributes',
      'relationships',
    ]);
    const author = parseLinkage(blog, 'articles', 'author', { data: { type: 'people', id: '9', lid: 'x', extra: 1 } });
    expect(author).toStrictEqual({ type: 'people', id: '9' });
    expect(Object.isFrozen(author)).toBe(true);
  });

  test('a reference by lid is one by id when the new resource has an id, else by lid (RID-06)', () => {
    const friend = (members: object): unknown =>
      parseCreate(blog, 'people', person({ ...members, lid: 'me', relationships: { friend: { data: me } } }))
        .relationships.friend;
    expect(friend({})).toStrictEqual(me);
    expect(friend({ id: '1' })).toStrictEqual({ type: 'people', id: '1' });
  });

  test('members that are undefined are none', () => {
    const body = {
      data: {
        type: 'articles',
        id: undefined,
        attributes: { title: 'A', nope: undefined },
        relationships: { nope: undefined },
      },
    };
    expect(Object.keys(parseCreate(blog, 'articles', body).attributes)).toEqual(['title']);
    expect(detailsOf(() => parseCreate(blog, 'articles', { data: undefined }))).toEqual([
      '`data` is required in a request document.',
    ]);
    expect(
      detailsOf(() =>
        parseUpdate(blog, 'articles', {
          data: { type: 'articles', id: '1', relationships: { author: { data: undefined } } },
        }),
      ),
    ).toHaveLength(1);
  });

  test('an inherited member is none', () => {
    const body = Object.create({ data: { type: 'articles', attributes: { title: 'A' } } });
    expect(detailsOf(() => parseCreate(blog, 'articles', body))).toEqual(['`data` is required in a request document.']);
  });
});

describe('schemas are asked', () => {
  const asked: string[] = [];
  const asking = (name: string, answer: (value: unknown) => object): StandardSchema => ({
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: (value) => {
        asked.push(name);
        return answer(value) as { value: unknown };
      },
    },
  });
  const issue = { message: 'x' };
  const watched = {
    get message(): string {
      throw new Error('This issue is not needed.');
    },
  };

  test('once for each attribute that may be written, none for a read-only one', () => {
    const api = defineApi({
      a: {
        attributes: {
          x: asking('x', (value) => ({ value })),
          y: asking('y', () => ({ value: 3 })),
          z: attribute(
            asking('z', () => ({ issues: [issue] })),
            { write: false },
          ),
        },
      },
    });
    asked.length = 0;
    expect(parseCreate(api, 'a', { data: { type: 'a', attributes: { x: 1 } } }).attributes).toEqual({ x: 1, y: 3 });
    expect(asked).toEqual(['x', 'y']);
    asked.length = 0;
    parseUpdate(api, 'a', { data: { type: 'a', id: '1', attributes: { y: 1 } } });
    expect(asked).toEqual(['y']);
  });

  test('no further when no more problems are wanted', () => {
    const rejecting = asking('x', () => ({ issues: [issue, issue, watched] }));
    const api = defineApi({
      a: {
        attributes: {
          x: rejecting,
          y: asking('y', () => ({ issues: [issue] })),
          z: asking('z', () => ({ issues: [issue] })),
        },
      },
    });
    asked.length = 0;
    expect(
      detailsOf(() => parseCreate(api, 'a', { data: { type: 'a', attributes: { x: 1, y: 1 } } }, { errors: 2 })),
    ).toHaveLength(2);
    expect(asked).toEqual(['x']);
    asked.length = 0;
    expect(detailsOf(() => parseCreate(api, 'a', { data: { type: 'a' } }, { errors: 1 }))).toHaveLength(1);
    expect(asked).toEqual(['x']);
  });
});
