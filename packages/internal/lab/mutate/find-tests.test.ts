import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../../scripts/workspace.ts';
import { findTests, type TestStages } from './find-tests.ts';

function testsOf(file: string): TestStages {
  const { beside, folder, package: wide, others } = findTests(join(root, file));
  const short = (tests: readonly string[]): readonly string[] => tests.map((it) => relative(root, it));
  return { beside: short(beside), folder: short(folder), package: short(wide), others: short(others) };
}

test('tests are asked from near to far, each once', () => {
  const stages = testsOf('packages/core/src/query/split-list.ts');
  expect(stages.beside).toEqual(['packages/core/src/query/split-list.test.ts']);
  expect(stages.folder).toContain('packages/core/src/query/fields.test.ts');
  expect(testsOf('packages/core/src/spec/grammar/walk.ts').package).toContain('packages/core/test/corpus.test.ts');
  expect(testsOf('packages/core/src/spec/grammar/walk.ts').others).toContain(
    'packages/core/src/validate/rules/full-linkage.test.ts',
  );
  const all = Object.values(stages).flat();
  expect(new Set(all).size).toBe(all.length);
});

test('only tests that load the file are asked: types are not loaded', () => {
  const all = Object.values(testsOf('packages/core/src/media-type/extension.ts')).flat();
  expect(all).toContain('packages/core/src/media-type/extension.test.ts');
  expect(all).not.toContain('packages/core/src/query/sort.test.ts');
  expect(Object.values(testsOf('packages/core/src/spec/document/missing-node.ts')).flat()).toEqual([]);
});

test('a test is beside a file by its name, however it loads the file', () => {
  const { beside, folder } = testsOf('packages/server/src/pipeline/observe/observers.ts');
  expect(beside).toEqual(['packages/server/src/pipeline/observe/observers.test.ts']);
  expect(folder).not.toContain('packages/server/src/pipeline/observe/observers.test.ts');
});

test('a package enters another by its index', () => {
  expect(testsOf('packages/server/src/request/limits.ts').package).toContain('packages/server/test/atlas.test.ts');
});
