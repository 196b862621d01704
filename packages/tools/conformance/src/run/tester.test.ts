import { expect, test } from 'vitest';
import { blogServer, targetOf } from '../../test/blog-target.ts';
import { createGateway } from '../gateway/gateway.ts';
import { createTester } from './tester.ts';
import type { World } from './world.ts';

// Requirements: FET-08. A server that checks the form of ids first can respond with 400 to another form.
test.each([
  ['7', /^\d+$/],
  [undefined, /^\d+$/],
  ['5F0C6A1E-7d43-4c0e-9a1b-1f2e3d4c5b6a', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/],
  ['507f1f77bcf86cd799439011', /^[\da-f]{24}$/],
  ['first-article', /^missing-\w+$/],
])('an id of no resource has the form of %s', (like, form) => {
  const gateway = createGateway(targetOf(blogServer()), { types: {} });
  const id = createTester({ gateway } as World).unknownId(like);
  expect(id).toMatch(form);
  expect(gateway.marks.isMadeUp(id)).toBe(true);
});
