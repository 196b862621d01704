import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
// The complete examples follow the short ones.
const [guide = ''] = read('docs/guide/frameworks.md').split('\n## Examples of frameworks\n');
const blocks = [...guide.matchAll(/```ts\n(.*?)\n```/gs)].map(([, code = '']) => code);
const exported: Readonly<Record<string, readonly string[]>> = JSON.parse(read('packages/core/test/exports.snap.json'));

test('the guide shows each host in at most 15 lines', () => {
  expect(blocks.length).toBeGreaterThanOrEqual(7);
  expect(blocks.filter((code) => code.split('\n').length > 15)).toEqual([]);
});

test('the guide imports what our packages export', () => {
  const imports = blocks.flatMap((code) => [...code.matchAll(/import \{ ([^}]*) \} from '(@linkage\/[^']*)'/g)]);
  expect(imports.length).toBe(blocks.length);
  for (const [, names = '', entry = ''] of imports)
    expect(exported[entry], `${entry} exports ${names}`).toEqual(expect.arrayContaining(names.split(', ')));
});
