import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../../schema/define-api.ts';
import { resourceType } from '../../schema/resource-type.ts';
import { assertNotPromise, idOf, plainReference, recordId, simpleIdString, toIdString } from './record-id.ts';
import { isIdentifier, readReference, type TypeOf, typeOfRecord, typesOf } from './reference.ts';

const api = defineApi({ people: { attributes: { name: z.string() } }, groups: { attributes: { name: z.string() } } });
const people = resourceType(api, 'people');
const both = ['people', 'groups'];
const prefix = 'Here';

describe('ids', () => {
  test.each<[unknown, string | undefined, string | undefined]>([
    ['a', 'a', 'a'],
    ['', '', ''],
    [7, '7', '7'],
    [-0, '0', '0'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991', '9007199254740991'],
    // A bigint requires the longer way.
    [2n ** 70n, '1180591620717411303424', undefined],
    [2 ** 53, undefined, undefined],
    [1.5, undefined, undefined],
    [Number.NaN, undefined, undefined],
    [null, undefined, undefined],
    [undefined, undefined, undefined],
    [true, undefined, undefined],
    [{}, undefined, undefined],
  ])('%o is the string %o', (id, text, simple) => {
    expect(simpleIdString(id)).toBe(simple);
    if (text === undefined) {
      const message = /^Here: `id` must be a string, a safe integer, or a bigint, but it is .+\. If your primary key/;
      expect(() => toIdString(id, prefix)).toThrow(message);
      expect(() => toIdString(id, () => prefix)).toThrow(message);
    } else expect(toIdString(id, prefix)).toBe(text);
  });

  test('a promise in the place of a record is named', async () => {
    const message = 'Here: the value must not be a promise. Await it first.';
    expect(() => recordId(undefined, Promise.reject(new Error('not awaited')), prefix)).toThrow(new TypeError(message));
    expect(() => assertNotPromise(Promise.resolve(), () => prefix)).toThrow(new TypeError(message));
    expect(() => recordId(undefined, {}, prefix)).toThrow('but it is undefined');
    // With an id, it is a record, whatever its class is.
    expect(recordId(1, Object.assign(Promise.resolve(), { id: 1 }), prefix)).toBe('1');
    await new Promise(setImmediate);
  });
});

test.each<[string, object, boolean]>([
  ['a type and an id', { type: 'people', id: 1 }, true],
  ['a type alone', { type: 'people' }, true],
  ['meta as well', { type: 'people', id: 1, meta: {} }, true],
  ['no prototype', Object.assign(Object.create(null), { type: 'people', id: 1 }), true],
  ['no type', { id: 1 }, false],
  ['an inherited type', Object.create({ type: 'people', id: 1 }), false],
  ['an attribute', { type: 'people', id: 1, name: 'Ann' }, false],
  ['a local id', { type: 'people', lid: 'a' }, false],
  [
    'an instance of a class',
    new (class {
      readonly type = 'people';
      readonly id = 1;
    })(),
    false,
  ],
  ['an array', [], false],
])('%s: an identifier, and not a record', (_, value, expected) => {
  expect(isIdentifier(value)).toBe(expected);
});

test('members that every object inherits do not make an identifier a record', () => {
  const key = 'addedByAProgram';
  Object.defineProperty(Object.prototype, key, { value: 1, enumerable: true, configurable: true, writable: true });
  try {
    expect(isIdentifier({ type: 'people', id: 1 })).toBe(true);
  } finally {
    Reflect.deleteProperty(Object.prototype, key);
  }
});

describe('the type of a record', () => {
  const asGroups: TypeOf = () => 'groups';
  const unknown: TypeOf = () => undefined;
  test.each<[string, readonly string[], object, TypeOf | undefined, string]>([
    ['the only one', ['people'], {}, undefined, 'people'],
    ['the only one, whatever the record says', ['people'], { type: 'groups' }, asGroups, 'people'],
    ['that of the record', both, { type: 'groups' }, undefined, 'groups'],
    ['that of the function', both, { type: 'people' }, asGroups, 'groups'],
    ['that of the record where the function has none', both, { type: 'people' }, unknown, 'people'],
  ])('%s', (_, types, record, typeOf, name) => {
    expect(typeOfRecord(api, types, record, prefix, typeOf).name).toBe(name);
  });

  test.each<[string, object, TypeOf | undefined, string]>([
    ['none', {}, undefined, 'undefined'],
    ['one that is not allowed', { type: 'films' }, undefined, '"films"'],
    ['no text', { type: ['people'] }, undefined, 'an array of 1 element'],
    ['another of the function', { type: 'people' }, () => 'films', '"films"'],
  ])('%s is rejected', (_, record, typeOf, shown) => {
    expect(() => typeOfRecord(api, both, record, prefix, typeOf)).toThrow(
      `Here: \`type\` must be "people" or "groups", but it is ${shown}. Set \`type\`, or pass \`typeOf\`. (rule resource-type)`,
    );
  });

  test('a promise in the place of a record is named', () => {
    expect(() => typeOfRecord(api, both, Promise.resolve({}), prefix)).toThrow('Await it first.');
  });
});

describe('a member of a relationship', () => {
  const meta = { since: 1 };
  const ann = { type: 'people', id: 1, name: 'Ann' };
  const bare = { type: 'people', id: 1 };
  const noMeta = { meta: undefined };
  test.each<[string, readonly string[], unknown, TypeOf | undefined, object]>([
    ['an id', ['people'], 1, undefined, { id: '1', record: undefined, ...noMeta }],
    ['a bigint', ['people'], 1n, undefined, { id: '1', record: undefined, ...noMeta }],
    ['an identifier', both, bare, undefined, { id: '1', record: undefined, ...noMeta }],
    ['an identifier with meta', both, { ...bare, meta }, undefined, { id: '1', record: undefined, meta }],
    [
      'an identifier where one type is possible',
      ['people'],
      bare,
      undefined,
      { id: '1', record: undefined, ...noMeta },
    ],
    ['a record', both, ann, undefined, { id: '1', record: ann, ...noMeta }],
    [
      'a record with an attribute meta',
      both,
      { ...ann, meta },
      undefined,
      { id: '1', record: { ...ann, meta }, ...noMeta },
    ],
    ['a record without a type', ['people'], { id: 1 }, undefined, { id: '1', record: { id: 1 }, ...noMeta }],
    ['a record that looks like an identifier', both, bare, () => 'people', { id: '1', record: bare, ...noMeta }],
    [
      'an identifier that the function does not know',
      both,
      bare,
      () => undefined,
      { id: '1', record: undefined, ...noMeta },
    ],
    [
      'a record of a model whose type means something else',
      ['people'],
      { ...ann, type: 'vip' },
      undefined,
      { id: '1', record: { ...ann, type: 'vip' }, ...noMeta },
    ],
  ])('%s', (_, targets, value, typeOf, expected) => {
    expect(readReference(api, targets, value, prefix, typeOf)).toEqual({ type: people, ...expected });
  });

  test.each<[string, readonly string[], unknown, string]>([
    [
      'an id of several types',
      both,
      1,
      'Here: the value must be an identifier or a record, not a bare id, because there are several target types: "people" or "groups". (rule identifier-type)',
    ],
    ['null for several types', both, null, 'not a bare id'],
    ['null', ['people'], null, 'Here: `id` must be a string, a safe integer, or a bigint, but it is null.'],
    ['true', ['people'], true, 'but it is true.'],
    [
      'an identifier of another type',
      ['people'],
      { type: 'groups', id: 1 },
      'Here: `type` of the identifier must be "people", but it is "groups". (rule resource-type)',
    ],
    ['an identifier without an id', ['people'], { type: 'people' }, 'Here: `id` must be'],
    ['a promise', ['people'], Promise.resolve(ann), 'Here: the value must not be a promise. Await it first.'],
    ['no target', [], 1, '"" is not a resource type of this API.'],
  ])('%s is rejected', (_, targets, value, message) => {
    expect(() => readReference(api, targets, value, prefix)).toThrow(message);
  });

  test.each<[string, unknown, string | undefined]>([
    ['an id', 1, '1'],
    ['a text', 'a', 'a'],
    ['a record without a type', { id: 1, name: 'Ann' }, '1'],
    ['an identifier', bare, '1'],
    ['an identifier of another type', { type: 'groups', id: 1 }, undefined],
    ['an identifier with meta', { ...bare, meta }, undefined],
    ['an identifier with meta that is undefined', { ...bare, meta: undefined }, undefined],
    ['a record whose id requires checks', { id: 1n }, undefined],
    ['null', null, undefined],
  ])('what takes no closer look: %s', (_, value, id) => {
    expect(plainReference(people, value)).toBe(id);
  });
});

describe('records of the primary data', () => {
  test('have the only type, or their own', () => {
    expect(typesOf(api, ['people'], undefined)({ type: 'groups' }).name).toBe('people');
    expect(typesOf(api, both, undefined)({ type: 'groups' }).name).toBe('groups');
    expect(typesOf(api, both, () => 'people')({ type: 'groups' }).name).toBe('people');
  });

  test.each([
    [null, 'null'],
    ['a', '"a"'],
    [7, '7'],
    [undefined, 'undefined'],
  ])('%j is not a record', (record, shown) => {
    const read = typesOf(api, both, undefined) as (record: unknown) => unknown;
    expect(() => read(record)).toThrow(
      new TypeError(`A record of type "people" or "groups" must be an object, but it is ${shown}.`),
    );
    expect(() => idOf(people, record as object | null)).toThrow(
      new TypeError(`A record of type "people" must be an object, but it is ${shown}.`),
    );
  });

  test('have an id', () => {
    expect([idOf(people, { id: 'a' }), idOf(people, { id: 1 }), idOf(people, { id: 1n })]).toEqual(['a', '1', '1']);
    expect(() => idOf(people, {})).toThrow('Record of type "people": `id` must be');
    expect(() => idOf(people, Promise.resolve({}))).toThrow(
      'Record of type "people": the value must not be a promise.',
    );
  });
});
