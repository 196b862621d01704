import { expect, test } from 'vitest';
import { filesOf, type Loaded, loadFaults } from './loaded-files.ts';

const url = (path: string): string => `file:///node_modules/@linkage/${path}.js`;
const loaded: Loaded = {
  entries: {
    '@linkage/core': url('core/index'),
    '@linkage/core/rules': url('core/rules'),
    '@linkage/node': url('node/index'),
  },
  imports: {
    [url('core/index')]: [url('core/chunks/shared'), 'file:///node_modules/zod/index.js', 'node:http'],
    [url('core/chunks/shared')]: [url('core/chunks/dependencies')],
    [url('core/rules')]: [url('core/chunks/shared')],
    [url('node/index')]: [url('core/index'), url('core/rules')],
    [url('core/other')]: [url('core/chunks/a')],
  },
  renamed: [],
};

test('counts the files of the packages that an import reads, directly and indirectly', () => {
  expect(filesOf(loaded, '@linkage/node')).toEqual(
    ['node/index', 'core/index', 'core/rules', 'core/chunks/shared', 'core/chunks/dependencies'].map(url),
  );
});

test('accepts two chunks of each package', () => {
  expect(loadFaults(loaded)).toEqual([]);
});

test('rejects more chunks, and functions with other names', () => {
  const chunk = { [url('core/rules')]: [url('core/chunks/shared'), url('core/chunks/a')] };
  expect(
    loadFaults({ ...loaded, imports: { ...loaded.imports, ...chunk }, renamed: ['@linkage/core: a is called b'] }),
  ).toEqual([
    'An import of @linkage/core/rules reads 3 chunks of @linkage/core, but at most 2 are allowed.',
    'An import of @linkage/node reads 3 chunks of @linkage/core, but at most 2 are allowed.',
    '@linkage/core: a is called b',
  ]);
});
