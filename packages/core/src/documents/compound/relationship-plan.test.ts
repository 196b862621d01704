import { expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
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
