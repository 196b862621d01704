import { expect, test } from 'vitest';
import { z } from 'zod';
import { attribute } from './attribute.ts';

test('an attribute is its schema and a frozen copy of its options', () => {
  const schema = z.string();
  const options = { write: false, sort: true };
  const made = attribute(schema, options);
  expect(made).toEqual({ kind: 'attribute', schema, options: { write: false, sort: true } });
  expect(made.schema).toBe(schema);
  expect([made, made.options].every(Object.isFrozen)).toBe(true);
  expect(Object.isFrozen(options)).toBe(false);
});
