import { expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import type { Api } from '../../schema/api.ts';
import { resourceType } from '../../schema/resource-type.ts';
import { type RelationshipPlan, relationshipPlan } from './relationship-plan.ts';

const planOf = (type: string, name: string): RelationshipPlan => {
  const definition = blog.types.get(type)?.relationships.get(name);
  if (definition === undefined) throw new Error(`${type}.${name} is not declared.`);
  return relationshipPlan(blog, definition);
};

test.each([
  ['articles', 'author', { toMany: false, target: 'people' }],
  ['articles', 'comments', { toMany: true, target: 'comments' }],
  ['comments', 'on', { toMany: false, target: undefined }],
  ['collections', 'items', { toMany: true, target: undefined }],
])('%s.%s', (type, name, expected) => {
  const { toMany, target } = planOf(type, name);
  expect({ toMany, target: target?.name }).toEqual(expected);
});

test('include paths and documents compare the plans of relationships: each has one', () => {
  expect(planOf('articles', 'author')).toBe(planOf('articles', 'author'));
  expect(planOf('comments', 'author')).not.toBe(planOf('articles', 'author'));
});

test('APIs that share the definition of a relationship have plans of their own: their types differ', () => {
  const definition = blog.types.get('articles')?.relationships.get('author');
  const people = { ...resourceType(blog, 'people') };
  const other: Api = { ...blog, types: new Map([...blog.types, ['people', people]]) };
  if (definition === undefined) throw new Error('articles.author is not declared.');
  expect(relationshipPlan(other, definition).target).toBe(people);
  expect(planOf('articles', 'author').target).toBe(resourceType(blog, 'people'));
});
