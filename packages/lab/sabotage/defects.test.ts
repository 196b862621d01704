import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/workspace.ts';
import { defects } from './all-defects.ts';

test.each(defects)('$name', ({ file, from, to, test }) => {
  const source = readFileSync(join(root, 'packages', file), 'utf8');
  expect(source.split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
  expect(existsSync(join(root, 'packages', test))).toBe(true);
  expect(test).toMatch(/\.test\.ts$/);
});

test('there are 60 defects or more, each with a name of its own', () => {
  expect(defects.length).toBeGreaterThanOrEqual(60);
  expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
});
