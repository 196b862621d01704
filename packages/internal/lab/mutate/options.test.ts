import { expect, test } from 'vitest';
import { root } from '../../../../scripts/workspace.ts';
import { readOptions } from './options.ts';

const read = (...argv: readonly string[]): ReturnType<typeof readOptions> => readOptions(argv, root);

test('a folder stands for its sources, without tests', () => {
  const { files } = read('packages/core/src/spec/member');
  expect(files).toContain('packages/core/src/spec/member/member-name.ts');
  expect(files.filter((it) => it.includes('.test'))).toEqual([]);
  expect(readOptions(['spec/member'], `${root}/packages/core/src`).files).toEqual(files);
});

test('each source is taken once', () => {
  const file = 'packages/core/src/spec/member/member-name.ts';
  expect(read(file, file).files).toEqual([file]);
});

test('without a path: the code that checks documents', () => {
  const { files, minutes, workers } = read();
  expect(files).toContain('packages/core/src/validate/validate-document.ts');
  expect(files).toContain('packages/core/src/spec/grammar/walk.ts');
  expect({ minutes, workers }).toEqual({ minutes: 60, workers: 2 });
});

test('the time and the number of workers', () => {
  expect(read('packages/internal/lab/mutate', '--minutes', '0.5', '--workers', '1')).toMatchObject({
    minutes: 0.5,
    workers: 1,
  });
  expect(read('packages/internal/lab/mutate', '--every', '3', '--longest', '9')).toMatchObject({
    every: 3,
    offset: 0,
    longest: 9,
  });
  expect(read('packages/internal/lab/mutate', '--every', '3', '--offset', '2')).toMatchObject({ every: 3, offset: 2 });
});

test.each([
  [['no/such/folder'], 'does not exist'],
  [['package.json'], 'do not contain sources'],
  [['--minutes', 'ten'], '--minutes must be a number above 0'],
  [['--minutes', '0'], '--minutes must be a number above 0'],
  [['--workers', '0.5'], '--workers must be a whole number'],
  [['--every', '3', '--offset', '3'], '--offset must be less than --every, 3'],
  [['--every', '3', '--offset', '-1'], '--offset'],
  [['--every', '3', '--offset', '1.5'], '--offset'],
  [['--every', '3', '--offset', ''], '--offset'],
  [['--offset', '1'], '--offset must be less than --every, 1'],
  [['--everi', '3'], 'Did you mean "--every"?'],
  [['--every', '1.5'], '--every must be a whole number'],
  [['--fast'], '--fast'],
])('%j is rejected', (argv, message) => {
  expect(() => read(...argv)).toThrow(message);
});
