import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../../scripts/workspace.ts';
import type { Verdict } from './mutant-tester.ts';
import type { MutantOutcome } from './report.ts';
import { addResults, type FolderResult, layerOf, resultOf, worseThan } from './results.ts';

const folder = 'packages/server/src/rules';

test.each(['mutation', 'lines'])('each folder of %s.json exists', (name) => {
  const { folders } = JSON.parse(readFileSync(join(root, `packages/internal/bench/results/${name}.json`), 'utf8'));
  expect(folders.filter((it: FolderResult) => !existsSync(join(root, it.folder)))).toEqual([]);
});

function outcome(line: number, verdict: Verdict | undefined): MutantOutcome {
  const file = `${folder}/access-filter.ts`;
  return { mutant: { file, line, start: 0, original: `a${line}`, mutated: `b${line}`, text: '' }, verdict };
}

function result(killed: number, tried: number, name: string = folder): FolderResult {
  return { folder: name, mutants: tried, tried, killed, score: Math.floor((1000 * killed) / tried) / 10 };
}

test('the share of killed mutants, of a sample too', () => {
  const all = [outcome(1, 'beside'), outcome(2, 'timeout'), outcome(3, 'survived')];
  expect(resultOf(folder, all, 9)).toEqual({ folder, mutants: 9, tried: 3, killed: 2, score: 66.6 });
});

test('a folder with mutants that were not tried has no result', () => {
  expect(resultOf(folder, [outcome(1, 'beside'), outcome(2, undefined)], 2)).toBeUndefined();
});

test('a score that falls is worse, one that stays or rises is not', () => {
  const worse = [`${folder}: 80 % killed, but 90 % before`];
  expect(worseThan([result(9, 10)], [result(8, 10)])).toEqual(worse);
  for (const now of [result(9, 10), result(10, 10), result(18, 20)])
    expect(worseThan([result(9, 10)], [now])).toEqual([]);
  expect(worseThan([], [result(1, 10)])).toEqual([]);
});

test('rounding and the size of a sample are not worse', () => {
  expect(worseThan([result(438, 463)], [result(438, 463)])).toEqual([]);
  expect(worseThan([result(438, 463)], [result(13, 14)])).toEqual([]);
});

test('a new result replaces the result of its folder', () => {
  const other = result(5, 5, 'packages/core/src/schema/url');
  const { folders, rows } = addResults([other, result(1, 4)], [result(3, 4)]);
  expect(folders).toEqual([other, result(3, 4)]);
  expect(rows.at(0)?.figure).toBe('8 of 9 in a sample from 9 changes (88.8 %), at least 75 % in each of 2 folders');
});

test('files deeper in a folder count for it', () => {
  expect(layerOf('packages/core/src/a/b/c.ts')).toBe('packages/core/src/a');
});

test('the promise names the folders that count, and the command that samples', () => {
  const names = ['core/src/requests/parse', 'core/src/schema/url', 'server/src/rules', 'server/src/writing'];
  const { rows } = addResults(
    [],
    names.map((it) => result(2, 2, `packages/${it}`)),
  );
  expect(rows.at(0)?.promise).toBe('A changed condition in core, or in rules or writing of server makes a test fail.');
  expect(rows.at(0)?.command).toContain('--every');
});
