import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import { hasStrings, isFilterOperator, isTextOperator, readOperators } from './filter-operator.ts';
import type { StandardSchema } from './standard-schema.ts';

function schemaOf(validate: (value: unknown) => unknown): StandardSchema {
  return { '~standard': { version: 1, vendor: 'test', validate: validate as never } };
}

describe('whether the values of a schema can be strings', () => {
  test.each<[string, StandardSchema, boolean]>([
    ['a text', z.string(), true],
    ['a text that no example fits', z.string().regex(/^ISBN \d{13}$/), true],
    ['an enumeration', z.enum(['red', 'green']), true],
    ['a text or null', z.string().nullable(), true],
    ['a text or a number', z.union([z.string(), z.number()]), true],
    ['a number in a text', z.stringFormat('digits', /^\d+$/), true],
    ['anything', z.unknown(), true],
    ['a number', z.number(), false],
    ['a number of 500 or more', z.number().min(500), false],
    ['a bigint', z.bigint(), false],
    ['a boolean', z.boolean(), false],
    ['a date', z.date(), false],
    ['an object', z.object({}), false],
    ['a list', z.array(z.string()), false],
    ['a text that becomes a number', z.coerce.number(), false],
    ['a number that becomes a text', z.number().transform(String), true],
    ['a text, checked later', z.string().refine(async () => true), true],
    ['anything, checked later', schemaOf(async (value) => ({ value })), true],
    ['a check that fails later', schemaOf(() => Promise.reject(new Error('no database'))), true],
    [
      'a check that throws',
      schemaOf(() => {
        throw new Error('no database');
      }),
      true,
    ],
    [
      'numbers, with a check that throws for strings',
      schemaOf((value) => ({ value: (value as number).toFixed().length })),
      false,
    ],
  ])('%s', async (_, schema, expected) => {
    expect(hasStrings(schema)).toBe(expected);
    expect(hasStrings(schema)).toBe(expected);
    // A rejection that nothing handles would fail this file.
    await new Promise(setImmediate);
  });

  test('a schema is called with examples only once', () => {
    let calls = 0;
    const schema = schemaOf((value) => {
      calls++;
      return { value };
    });
    hasStrings(schema);
    const first = calls;
    hasStrings(schema);
    expect(calls).toBe(first);
  });
});

test.each<[string, boolean, boolean]>([
  ['eq', true, false],
  ['between', true, false],
  ['contains', true, true],
  ['iEq', true, true],
  ['in', false, false],
  ['toString', false, false],
])('%s', (name, isOperator, isOfStrings) => {
  expect([isFilterOperator(name), isTextOperator(name)]).toEqual([isOperator, isOfStrings]);
});

describe('the option `filter`', () => {
  test('has operators, each once', () => {
    const operators = readOperators('here', ['eq', 'gt', 'eq'], z.string());
    expect(operators).toEqual(['eq', 'gt']);
    expect(Object.isFrozen(operators)).toBe(true);
    expect(readOperators('here', ['eq'], z.string())).toEqual(['eq']);
    expect([readOperators('here', true, z.string()), readOperators('here', false, z.string())]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test.each<[unknown, string]>([
    [[], 'it is an empty array'],
    [['like'], 'it contains "like"'],
    [['eq', 7], 'it contains 7'],
    ['eq', 'it is "eq"'],
    [null, 'it is null'],
    [{ length: 1 }, 'it is an object'],
  ])('rejects %j', (option, actual) => {
    expect(() => readOperators('here', option, z.string())).toThrow(
      new TypeError(
        `here: \`filter\` must be true, false, or an array of operators such as \`eq\` and \`contains\`, but ${actual}.`,
      ),
    );
  });

  test.each([
    ['a number', z.int(), ['eq', 'search'], '', 'search'],
    ['a list', z.array(z.string()), ['has', 'contains'], '', 'contains'],
    ['a Boolean', z.boolean(), ['iEq'], '', 'iEq'],
    ['a member', z.object({ size: z.int() }), { size: ['startsWith'] }, '.size', 'startsWith'],
  ] as const)('rejects an operator for strings: %s', (_, schema, filter, member, operator) => {
    expect(() => defineApi({ people: { attributes: { age: attribute(schema, { filter } as never) } } })).toThrow(
      new TypeError(
        `defineApi: people.age${member}: \`filter\` must not contain \`${operator}\`, because its schema has no strings.`,
      ),
    );
  });

  test.each([z.string(), z.string().nullable(), z.enum(['x', 'y']), z.iso.datetime(), z.union([z.int(), z.string()])])(
    'accepts `search` of strings',
    (schema) => {
      expect(readOperators('here', ['search'], schema)).toEqual(['search']);
    },
  );
});
