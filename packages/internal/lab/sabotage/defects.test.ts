import { existsSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { packagePath } from '../../../../scripts/workspace.ts';
import { defects } from './all-defects.ts';
import { applyDefect } from './apply-defect.ts';

test.each(defects)('$name', (defect) => {
  const { file, text } = applyDefect(defect);
  expect(parseSync(file, text).errors).toEqual([]);
  expect(existsSync(packagePath(defect.test))).toBe(true);
  expect(defect.test).toMatch(/\.test\.ts$/);
});

test('there are 60 defects or more, each with a name and an id of its own', () => {
  expect(defects.length).toBeGreaterThanOrEqual(60);
  expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
  expect(new Set(defects.map(({ id }) => id)).size).toBe(defects.length);
});

describe('the line', () => {
  const source = 'if (a) b(c > 1);\nreturn d ? e : f;\n';
  const apply = (
    change: Parameters<typeof applyDefect>[0]['change'],
    text = 'if (a) b(c > 1);',
    given = source,
  ): string => applyDefect({ id: 'x', name: 'n', line: ['a.ts', text], change, test: 't' }, given).text;

  test.each([
    ['remove', '\nreturn d ? e : f;\n'],
    ['never', 'if (false) b(c > 1);\nreturn d ? e : f;\n'],
    [['> 1', '> 2'], 'if (a) b(c > 2);\nreturn d ? e : f;\n'],
    [[/b\((.*)\)/, '$1'], 'if (a) c > 1;\nreturn d ? e : f;\n'],
  ] as const)('%j', (change, text) => expect(apply(change)).toBe(text));

  test('the condition of `? :` becomes constant', () =>
    expect(apply('always', 'return d ?')).toBe('if (a) b(c > 1);\nreturn true ? e : f;\n'));

  test('a change that does not fit, a line that is missing, or that occurs twice, is an error', () => {
    expect(() => apply(['gone', 'x'])).toThrow('The change of "x" does not change its line in a.ts.');
    expect(() => apply('never', 'g', 'g;\n')).toThrow('The line in a.ts does not have a condition.');
    expect(() => apply('remove', 'gone')).toThrow('a.ts does not have the line of "x": gone');
    expect(() => apply('remove', 'b(', `${source}b(`)).toThrow('a.ts has the line of "x" more than once: b(');
  });
});
