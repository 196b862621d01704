import { expect, test } from 'vitest';
import { atomicExtension } from '../extensions/atomic/atomic-operations.ts';
import { cursorProfile } from '../extensions/cursor-pagination/cursor-pagination.ts';
import { specifiedRules } from './specified-rules.ts';

/** The paths of all objects that are not frozen. */
function loose(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([name, member]) => loose(member, `${path}/${name}`));
  return Object.isFrozen(value) ? below : [path, ...below];
}

test.each([
  ['specifiedRules', specifiedRules],
  ['atomicExtension', atomicExtension],
  ['cursorProfile', cursorProfile],
])('%s is frozen at every depth', (name, value) => {
  expect(loose(value, name)).toEqual([]);
});
