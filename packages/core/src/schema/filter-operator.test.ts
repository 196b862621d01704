import { expect, test } from 'vitest';
import { z } from 'zod';
import { hasTexts } from './filter-operator.ts';
import type { StandardSchema } from './standard-schema.ts';

const schemaOf = (validate: StandardSchema['~standard']['validate']): StandardSchema => ({
  '~standard': { version: 1, vendor: 'test', validate },
});
const fail = (): never => {
  throw new Error('The schema is broken.');
};

test.each<[string, StandardSchema, boolean]>([
  ['texts', z.string(), true],
  ['some texts or null', z.enum(['a', 'b']).nullable(), true],
  ['numbers', z.number(), false],
  ['texts and numbers', z.union([z.string(), z.number()]), true],
  ['numbers that requests write as texts', z.coerce.number(), false],
  ['texts that none of the examples is', z.iso.date(), true],
  // Nothing is known of the values of these schemas.
  ['an asynchronous schema', z.number().refine(async () => true), true],
  ['an asynchronous schema that rejects', schemaOf(() => Promise.reject(new Error('late'))), true],
  ['a schema that throws', schemaOf(fail), true],
  ['a schema that throws for texts only', schemaOf((value) => (typeof value === 'string' ? fail() : { value })), false],
])('text operators for %s', (_, schema, expected) => {
  expect(hasTexts(schema)).toBe(expected);
  // The schema is called once only.
  expect(hasTexts(schema)).toBe(expected);
});
