import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from './define-api.ts';
import { resourceType } from './resource-type.ts';

const api = defineApi({ people: { attributes: { name: z.string() } } });

test('finds the definition of a type', () => {
  expect(resourceType(api, 'people')).toBe(api.types.get('people'));
});

test.each([['missing'], [''], ['constructor'], ['__proto__'], ['People']])('%j is a mistake of the caller', (name) => {
  expect(() => resourceType(api, name)).toThrow(TypeError);
  expect(() => resourceType(api, name)).toThrow(`${JSON.stringify(name)} is not a resource type of this API.`);
});
