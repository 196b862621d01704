import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('the page for users has the steps in their order', () => {
  const [, list = ''] = /const steps: readonly Step\[\] = \[\n([^\]]*)\]/.exec(read('./write-steps.ts')) ?? [];
  const steps = [...list.matchAll(/^ {2}(\w+),/gm)].map(([, name]) => name);
  const rows = [...read('../../../../docs/guide/writes.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(steps.length).toBeGreaterThan(5);
  expect(rows).toEqual(steps);
});
