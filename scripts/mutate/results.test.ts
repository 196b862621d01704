import { expect, test } from 'vitest';
import type { Verdict } from './judge.ts';
import type { Judged } from './report.ts';
import { addResult, resultOf } from './results.ts';

const file = 'packages/server/src/access/scope.ts';

function judged(line: number, verdict: Verdict): Judged {
  return { mutant: { file, line, start: 0, original: `a${line}`, mutated: `b${line}`, text: '' }, verdict };
}

test('killed, accepted, and other survivors of a file', () => {
  const accepted = [{ file, original: 'a3', mutated: 'b3', reason: 'Only faster.' }];
  const all = [judged(1, 'beside'), judged(2, 'timeout'), judged(3, 'survived'), judged(4, 'survived')];
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
