/** A test whose database or browser is missing says so: a test that returns early would count as passed. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

test('no test returns early because something is missing', () => {
  const files = globSync('{packages,docs,scripts}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] });
  expect(files.length).toBeGreaterThan(900);
  const silent = files.filter((file) =>
    /missing !== undefined\) return\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(silent).toEqual([]);
});
