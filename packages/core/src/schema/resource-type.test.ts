import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from './define-api.ts';
import { toMany } from './relationship.ts';
import { isRelationshipName, isTypeName, resourceType } from './resource-type.ts';

const api = defineApi({ people: { attributes: { name: z.string() } } });

test('finds the definition of a type', () => {
  expect(resourceType(api, 'people')).toBe(api.types.get('people'));
});

test.each([['missing'], [''], ['constructor'], ['__proto__'], ['People']])('%j is a mistake of the user', (name) => {
  expect(() => resourceType(api, name)).toThrow(TypeError);
  expect(() => resourceType(api, name)).toThrow(`${JSON.stringify(name)} is not a resource type of this API.`);
});

test.each([
  ['people', true],
  ['People', false],
  ['constructor', false],
  [undefined, false],
])('%j is the name of a type: %s', (name, isName) => expect(isTypeName(api, name)).toBe(isName));

test.each([
  ['friends', true],
  ['secret', false],
  ['name', false],
  ['constructor', false],
  [undefined, false],
])('%j is the name of a relationship in documents: %s', (name, isName) => {
  const friends = { friends: toMany('people'), secret: toMany('people', { read: false }) };
  const social = defineApi({ people: { attributes: { name: z.string() }, relationships: friends } });
  expect(isRelationshipName(social, 'people', name)).toBe(isName);
});
