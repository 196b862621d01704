import { expect, test } from 'vitest';
import type { Verdict } from './mutant-tester.ts';
import type { MutantOutcome } from './report.ts';
import { addResult, resultOf } from './results.ts';

const file = 'packages/server/src/access/scope.ts';

function outcome(line: number, verdict: Verdict): MutantOutcome {
  return { mutant: { file, line, start: 0, original: `a${line}`, mutated: `b${line}`, text: '' }, verdict };
}

test('killed, accepted, and other survivors of a file', () => {
  const accepted = [{ file, original: 'a3', mutated: 'b3', reason: 'Only faster.' }];
  const all = [outcome(1, 'beside'), outcome(2, 'timeout'), outcome(3, 'survived'), outcome(4, 'survived')];
  expect(resultOf(file, all, accepted)).toEqual({ file, mutants: 4, tried: 4, killed: 2, accepted: 1 });
});

test('a new result replaces the result of its file, and its folder is added up again', () => {
  const other = { file: 'packages/server/src/access/a.ts', mutants: 5, tried: 5, killed: 5, accepted: 0 };
  const first = addResult({ files: [other] }, { file, mutants: 4, tried: 4, killed: 1, accepted: 1 });
  const { files, folders, rows } = addResult(first, { file, mutants: 4, tried: 4, killed: 2, accepted: 1 });
  expect(files).toEqual([other, { file, mutants: 4, tried: 4, killed: 2, accepted: 1 }]);
  const folder = 'packages/server/src/access';
  expect(folders).toEqual([
    { folder, mutants: 9, tried: 9, killed: 7, accepted: 1, score: 87.5, scoreWithAccepted: 77.7 },
  ]);
  expect(rows.at(0)?.figure).toMatch(
    /^7 of 8 in a sample of 9 from 9 changes \(87\.5 %\), at least 87\.5 % in each of 1 folders; 1 more/,
  );
});

test('files deeper in a folder count for it', () => {
  const { folders } = addResult(
    { files: [] },
    { file: 'packages/core/src/a/b/c.ts', mutants: 2, tried: 2, killed: 2, accepted: 0 },
  );
  expect(folders.map((it) => it.folder)).toEqual(['packages/core/src/a']);
});

test('the promise names the folders that count, and the command that samples', () => {
  const result = { mutants: 2, tried: 2, killed: 2, accepted: 0 };
  const files = ['core/src/parse/a.ts', 'core/src/url/b.ts', 'server/src/access/c.ts'].map((file) => ({
    file: `packages/${file}`,
    ...result,
  }));
  const { rows } = addResult({ files }, { file: 'packages/server/src/writing/d.ts', ...result });
  expect(rows.at(0)?.promise).toBe('A changed condition in core, or in access or writing of server makes a test fail.');
  expect(rows.at(0)?.command).toContain('--every');
});
