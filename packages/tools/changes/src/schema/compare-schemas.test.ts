import { describe, expect, test } from 'vitest';
import type { Change } from '../change.ts';
import { createPlace } from '../place.ts';
import { compareSchemas } from './compare-schemas.ts';
import type { JsonSchema, References } from './json-schema.ts';

function changesOf(before: JsonSchema, after: JsonSchema, references: References): readonly Change[] {
  const changes: Change[] = [];
  compareSchemas(before, after, references, createPlace({} as never, changes));
  return changes;
}

function compared(
  before: JsonSchema,
  after: JsonSchema,
  schemas: { readonly [name: string]: JsonSchema } = {},
): readonly string[] {
  const resolve = (reference: string): JsonSchema | undefined => schemas[reference.slice('#/'.length)];
  return changesOf(before, after, { before: resolve, after: resolve }).map(({ rule, pointer }) =>
    `${rule} ${pointer}`.trim(),
  );
}

const object = (properties: object, more: object = {}): JsonSchema => ({ type: 'object', properties, ...more });

/** Pairs of schemas that accept the same values. */
const equal: readonly (readonly [string, JsonSchema, JsonSchema])[] = [
  ['any value', {}, true],
  ['no constraint but strings', { title: 'A', description: 'B', default: 1, examples: [2], 'x-note': 3 }, {}],
  [
    'null in a list of types and in a union',
    { type: ['string', 'null'] },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
  ],
  [
    'null in a union and as `nullable`',
    { oneOf: [{ type: 'null' }, { type: 'string' }] },
    { type: 'string', nullable: true },
  ],
  ['null in a list of types and as `nullable`', { type: ['null', 'string'] }, { type: 'string', nullable: true }],
  ['a constant and a list of one', { const: 'a' }, { enum: ['a'] }],
  ['a union of constants and a list', { anyOf: [{ const: 'a' }, { const: 'b' }] }, { enum: ['b', 'a'] }],
  ['a list with and without a type', { enum: ['a'] }, { type: 'string', enum: ['a'] }],
  [
    'the order of alternatives',
    { anyOf: [{ type: 'string' }, { type: 'number' }] },
    { anyOf: [{ type: 'number' }, { type: 'string' }] },
  ],
  ['the order of members', object({ a: {}, b: {} }), object({ b: {}, a: {} })],
  ['the order of required properties', object({}, { required: ['a', 'b'] }), object({}, { required: ['b', 'a'] })],
  ['an `allOf` of one', { allOf: [{ type: 'string' }] }, { type: 'string' }],
  ['an opaque schema with other strings', { not: { type: 'string', title: 'A' } }, { not: { type: 'string' } }],
  [
    'an exclusive bound of older forms',
    { type: 'number', minimum: 1, exclusiveMinimum: true },
    { type: 'number', exclusiveMinimum: 1 },
  ],
  ['items that can be anything', { type: 'array' }, { type: 'array', items: {} }],
  ['`uniqueItems: false`', { type: 'array', uniqueItems: false }, { type: 'array' }],
];

const kindA = { kind: { const: 'a' } };

/** Pairs of schemas, with the change forwards and the change backwards. */
const different: readonly (readonly [string, JsonSchema, JsonSchema, string, string])[] = [
  [
    'one of two alternatives with the same constant member',
    { anyOf: [object({ ...kindA, x: { type: 'string' } }), object({ ...kindA, y: { type: 'string' } })] },
    { anyOf: [object({ ...kindA, x: { type: 'number' } }), object({ ...kindA, y: { type: 'string' } })] },
    'value-type-changed /anyOf/0/properties/x/type',
    'value-type-changed /anyOf/0/properties/x/type',
  ],
  ['a type', { type: 'string' }, { type: ['string', 'number'] }, 'value-type-added /type', 'value-type-removed /type'],
  ['another type', { type: 'string' }, { type: 'number' }, 'value-type-changed /type', 'value-type-changed /type'],
  ['an integer', { type: 'integer' }, { type: 'number' }, 'value-type-added /type', 'value-type-removed /type'],
  ['any type', { type: 'string' }, {}, 'value-type-added', 'value-type-removed'],
  ['no value at all', { type: 'string' }, false, 'value-type-removed /type', 'value-type-added /type'],
  ['null in a list', { type: 'string' }, { type: ['string', 'null'] }, 'null-added', 'null-removed'],
  [
    'null in a union',
    { type: 'string' },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    'null-added',
    'null-removed',
  ],
  ['null as `nullable`', { type: 'string' }, { type: 'string', nullable: true }, 'null-added', 'null-removed'],
  ['null in an enum', { enum: ['a'] }, { enum: ['a', null] }, 'null-added', 'null-removed'],
  ['a value of an enum', { enum: ['a'] }, { enum: ['a', 'b'] }, 'enum-value-added /enum', 'enum-value-removed /enum'],
  ['an enum', { enum: ['a'] }, { type: 'string' }, 'enum-value-added /enum', 'enum-value-removed /enum'],
  ['a number of an enum', { enum: [1] }, { enum: [1, 2] }, 'enum-value-added /enum', 'enum-value-removed /enum'],
  [
    'a longer text',
    { type: 'string', maxLength: 1 },
    { type: 'string', maxLength: 2 },
    'bounds-wider /maxLength',
    'bounds-narrower /maxLength',
  ],
  [
    'a shorter text',
    { type: 'string', minLength: 2 },
    { type: 'string' },
    'bounds-wider /minLength',
    'bounds-narrower /minLength',
  ],
  [
    'a lower number',
    { type: 'number', minimum: 1 },
    { type: 'number', minimum: 0 },
    'bounds-wider /minimum',
    'bounds-narrower /minimum',
  ],
  [
    'a higher number',
    { type: 'number', maximum: 1 },
    { type: 'number' },
    'bounds-wider /maximum',
    'bounds-narrower /maximum',
  ],
  [
    'the bound itself',
    { type: 'number', exclusiveMaximum: 5 },
    { type: 'number', maximum: 5 },
    'bounds-wider /maximum',
    'bounds-narrower /maximum',
  ],
  [
    'more items',
    { type: 'array', maxItems: 1 },
    { type: 'array', maxItems: 9 },
    'bounds-wider /maxItems',
    'bounds-narrower /maxItems',
  ],
  [
    'more properties',
    { type: 'object', maxProperties: 1 },
    { type: 'object' },
    'bounds-wider /maxProperties',
    'bounds-narrower /maxProperties',
  ],
  [
    'no format',
    { type: 'string', format: 'uri' },
    { type: 'string' },
    'format-removed /format',
    'format-added /format',
  ],
  [
    'another format',
    { type: 'string', format: 'uri' },
    { type: 'string', format: 'email' },
    'format-changed /format',
    'format-changed /format',
  ],
  [
    'another pattern',
    { type: 'string', pattern: 'a' },
    { type: 'string', pattern: 'b' },
    'format-changed /pattern',
    'format-changed /pattern',
  ],
  [
    'duplicates',
    { type: 'array', uniqueItems: true },
    { type: 'array' },
    'format-removed /uniqueItems',
    'format-added /uniqueItems',
  ],
  [
    'items',
    { type: 'array', items: { type: 'string' } },
    { type: 'array', items: { type: ['string', 'null'] } },
    'null-added /items',
    'null-removed /items',
  ],
  ['a property', object({}), object({ a: {} }), 'property-added /properties/a', 'property-removed /properties/a'],
  [
    'a required property',
    object({}),
    object({ a: {} }, { required: ['a'] }),
    'property-added-required /properties/a',
    'property-removed /properties/a',
  ],
  [
    'an optional property',
    object({ a: {} }, { required: ['a'] }),
    object({ a: {} }),
    'property-optional /properties/a',
    'property-required /properties/a',
  ],
  [
    'a value of a property',
    object({ a: { enum: [1] } }),
    object({ a: { enum: [1, 2] } }),
    'enum-value-added /properties/a/enum',
    'enum-value-removed /properties/a/enum',
  ],
  [
    'a name to escape',
    object({ 'a/b~': { type: 'string' } }),
    object({ 'a/b~': {} }),
    'value-type-added /properties/a~1b~0',
    'value-type-removed /properties/a~1b~0',
  ],
  [
    'other properties',
    object({}, { additionalProperties: false }),
    object({}),
    'object-opened /additionalProperties',
    'object-closed /additionalProperties',
  ],
  [
    'values of other properties',
    { type: 'object', additionalProperties: { type: 'string' } },
    { type: 'object', additionalProperties: { type: ['string', 'null'] } },
    'null-added /additionalProperties',
    'null-removed /additionalProperties',
  ],
  [
    'an alternative with a constant',
    { anyOf: [object({ type: { const: 'a' } })] },
    { anyOf: [object({ type: { const: 'a' } }), object({ type: { const: 'b' } })] },
    'value-type-added /anyOf/1',
    'value-type-removed /anyOf/1',
  ],
  [
    'a keyword that cannot be compared',
    { type: 'string', not: { const: 'a' } },
    { type: 'string' },
    'schema-unclear /not',
    'schema-unclear /not',
  ],
  ['a schema that cannot be compared', { if: { const: 1 } }, { if: { const: 2 } }, 'schema-unclear', 'schema-unclear'],
  [
    'several alternatives',
    {
      anyOf: [
        { type: 'string', maxLength: 1 },
        { type: 'string', minLength: 5 },
      ],
    },
    {
      anyOf: [
        { type: 'string', maxLength: 2 },
        { type: 'string', minLength: 6 },
      ],
    },
    'schema-unclear',
    'schema-unclear',
  ],
  ['a missing reference', { $ref: '#/missing' }, { type: 'string' }, 'schema-unclear', 'schema-unclear'],
];

describe('schemas that accept the same values have no difference', () => {
  test.each(equal)('%s', (_, left, right) => {
    expect(compared(left, right)).toEqual([]);
    expect(compared(right, left)).toEqual([]);
  });
});

describe('schemas that accept other values have one difference', () => {
  test.each(different)('%s', (_, before, after, forwards, backwards) => {
    expect(compared(before, after)).toEqual([forwards]);
    expect(compared(after, before)).toEqual([backwards]);
  });
});

test('there are at least 50 pairs, each in both directions', () => {
  expect(equal.length + different.length).toBeGreaterThanOrEqual(50);
});

test('a recursive schema ends, and its differences are at its own place', () => {
  const node = (type: string): JsonSchema =>
    object({ value: { type }, next: { anyOf: [{ $ref: '#/node' }, { type: 'null' }] } });
  const after = { ...(node('number') as object) };
  const differences = changesOf(
    { $ref: '#/node' },
    { $ref: '#/node' },
    { before: () => node('string'), after: () => after },
  );
  expect(differences.map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ['value-type-changed', '/node/properties/value/type'],
  ]);
});

test('references that only lead to each other end', () => {
  const loop = { $ref: '#/loop' };
  expect(compared(loop, loop, { loop: { anyOf: [loop] } })).toEqual([]);
});

test('a schema that refers to itself several times ends', () => {
  const loop = { $ref: '#/loop' };
  const many = { anyOf: [loop, loop, { anyOf: [loop, loop] }] };
  expect(compared(loop, { type: 'string' }, { loop: many })).toEqual(['schema-unclear']);
});

describe('a schema behind a reference that changes is not comparable, and never equal', () => {
  const named = { $ref: '#/named' };
  const words = Array.from({ length: 1100 }, (_, index) => object({ kind: { const: `k${index}` }, it: named }));
  const local = (type: string): JsonSchema => ({ allOf: [{ $ref: '#/$defs/a' }, {}], $defs: { a: { type } } });

  test.each<[string, JsonSchema]>([
    ['an `allOf` of two', { allOf: [named, {}] }],
    ['an `allOf` with a constraint', { allOf: [named, { minLength: 1 }] }],
    ['an `allOf` in an `allOf`', { allOf: [{ allOf: [named, named] }] }],
    ['an `allOf` of objects', { allOf: [object({ a: named }), object({ b: true })] }],
    ['a reference beside a constraint', { ...named, minLength: 1 }],
    ['a reference through another one', { allOf: [{ $ref: '#/other' }, {}] }],
    ['a large `anyOf`', { anyOf: words }],
    ['a large `oneOf` in a property', object({ a: { oneOf: words } })],
    ['`not`', { type: 'string', not: named }],
    ['`patternProperties`', { type: 'object', patternProperties: { a: named } }],
    ['`prefixItems`', { type: 'array', prefixItems: [named] }],
    ['a list of items of older forms', { type: 'array', items: [named] }],
    ['a property that is a list', object({ a: [named] })],
    ['`if`', { if: named }],
    [
      '`dependentSchemas` of an alternative',
      { anyOf: [object({}, { dependentSchemas: { a: named } }), { type: 'null' }] },
    ],
  ])('%s', (_, schema) => {
    const rules = (was: JsonSchema, is: JsonSchema) =>
      changesOf(schema, schema, {
        before: (it) => (it === '#/named' ? was : it === '#/other' ? named : undefined),
        after: (it) => (it === '#/named' ? is : it === '#/other' ? named : undefined),
      }).map(({ rule }) => rule);
    expect(rules({ type: 'string' }, { type: 'integer' })).toEqual(['schema-unclear']);
    expect(rules({ type: 'string', title: 'A' }, { type: 'string' })).toEqual([]);
  });

  test.each<[string, JsonSchema, JsonSchema, readonly string[]]>([
    ['definitions of the schema itself', local('string'), local('integer'), ['schema-unclear']],
    [
      'a bound that is not a number',
      { type: 'string', maxLength: '5' },
      { type: 'string', maxLength: '6' },
      ['schema-unclear /maxLength'],
    ],
    [
      'a required property without a schema',
      { type: 'object' },
      { type: 'object', required: ['a'] },
      ['property-required /required'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(compared(before, after)).toEqual(expected);
    expect(compared(after, after)).toEqual([]);
  });
});
