import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import exported from '../packages/core/test/exports.snap.json' with { type: 'json' };
import { publicDeclarations, referencePages } from '../scripts/docs/reference.ts';
import { usageOf } from '../scripts/docs/usages.ts';
import { root } from '../scripts/workspace.ts';

const declarations = publicDeclarations();

test.each([...referencePages()])(
  '%s says what the code says; otherwise run: node scripts/docs/write-docs.ts',
  (path, text) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(text);
  },
);

test('D15: the reference describes every export', () => {
  const names = Object.entries<readonly string[]>(exported)
    .filter(([entry]) => !entry.endsWith('/internal'))
    .flatMap(([, members]) => members.map((name) => name.replace('type ', '')));
  expect(new Set(declarations.map(({ name }) => name))).toEqual(new Set(names));
});

test('D15: every export has a description', () => {
  expect(declarations.filter(({ comment }) => comment === '').map(({ name }) => name)).toEqual([]);
});

test('every function and value has an example', () => {
  const values = declarations.filter(({ kind }) => kind !== 'type');
  expect(values.filter(({ name }) => usageOf(name) === undefined).map(({ name }) => name)).toEqual([]);
});
