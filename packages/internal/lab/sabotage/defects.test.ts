import { existsSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { packagePath } from '../../../../scripts/workspace.ts';
import { defects } from './all-defects.ts';
import { applyDefect, readMarks } from './apply-defect.ts';

const marks = readMarks();

test.each(defects)('$name', (defect) => {
  const { file, text } = applyDefect(defect, marks);
  expect(parseSync(file, text).errors).toEqual([]);
  expect(existsSync(packagePath(defect.test))).toBe(true);
  expect(defect.test).toMatch(/\.test\.ts$/);
});

test('there are 60 defects or more, each with a name and an id of its own', () => {
  expect(defects.length).toBeGreaterThanOrEqual(60);
  expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
  expect(new Set(defects.map(({ id }) => id)).size).toBe(defects.length);
});

test('each mark in a source belongs to a defect', () => {
  const known = new Set(defects.map(({ id }) => id));
  expect([...marks.keys()].filter((id) => !known.has(id))).toEqual([]);
});

describe('the marked line', () => {
  const source = 'if (a) b(c > 1);\nreturn d ? e : f;\n';
  const apply = (change: Parameters<typeof applyDefect>[0]['change'], [start, end] = [0, 16], times = 1): string => {
    const mark = { file: 'a.ts', source, line: { start, end } };
    const line = { id: 'x', name: 'n', change, test: 't' };
    return applyDefect(line, new Map([['x', Array.from({ length: times }, () => mark)]])).text.slice(start);
  };

  test.each([
    ['remove', '\nreturn d ? e : f;\n'],
    ['never', 'if (false) b(c > 1);\nreturn d ? e : f;\n'],
    [['> 1', '> 2'], 'if (a) b(c > 2);\nreturn d ? e : f;\n'],
    [[/b\((.*)\)/, '$1'], 'if (a) c > 1;\nreturn d ? e : f;\n'],
  ] as const)('%j', (change, text) => expect(apply(change)).toBe(text));

  test('the condition of `? :` becomes constant', () =>
    expect(apply('always', [17, 34])).toBe('return true ? e : f;\n'));

  test('a change that does not fit, a mark that is missing, or that occurs twice, is an error', () => {
    expect(() => apply(['gone', 'x'])).toThrow('The change of "x" does not change its line in a.ts.');
    expect(() => apply('never', [35, 35])).toThrow('The marked line in a.ts does not have a condition.');
    expect(() => apply('remove', [0, 16], 0)).toThrow('No source has the comment "// sabotage: x".');
    expect(() => apply('remove', [0, 16], 2)).toThrow('More than one line has the comment "// sabotage: x".');
  });
});
