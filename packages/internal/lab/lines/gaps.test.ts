import { expect, test } from 'vitest';
import { countGaps, tooManyGaps } from './gap-limits.ts';
import { type FileReport, readReport } from './gaps.ts';

const source = 'const a = 1;\n  if (a) {\n    b(c ?? d);\n  }\nreturn x;\n';
const range = (line: number, from: number, to: number) => ({
  start: { line, column: from },
  end: { line, column: to },
});
const report: FileReport = {
  statementMap: { 0: range(1, 0, 12), 1: range(2, 2, 30), 2: range(3, 4, 14), 3: range(5, 0, 9) },
  s: { 0: 1, 1: 2, 2: 2, 3: 0 },
  branchMap: {
    0: { loc: range(2, 2, 30), locations: [range(2, 2, 30), {}] },
    1: { loc: range(3, 6, 12), locations: [range(3, 6, 7), range(3, 11, 12)] },
    2: { loc: range(5, 0, 9), locations: [range(5, 0, 9)] },
  },
  b: { 0: [2, 0], 1: [2, 0], 2: [0] },
};
const { gaps, totals } = readReport('a.ts', source, report);

test('lines and branches that do not run are named by their strings, a branch of such a line is not named', () => {
  expect(gaps).toEqual([
    { file: 'a.ts', line: 'return x;' },
    { file: 'a.ts', line: 'if (a) {', branch: 'else' },
    { file: 'a.ts', line: 'b(c ?? d);', branch: 'd' },
  ]);
  expect(totals).toEqual({ lines: 4, linesRun: 3, branches: 5, branchesRun: 2 });
});

test('a folder may have as many gaps as before', () => {
  const all = gaps.map((it) => ({ ...it, file: `packages/core/src/schema/url/deep/${it.file}` }));
  const folder = 'packages/core/src/schema';
  expect(countGaps(all)).toEqual([{ folder, gaps: 3 }]);
  expect(tooManyGaps(all, [{ folder, gaps: 3 }])).toEqual([]);
  expect(tooManyGaps(all, [{ folder, gaps: 2 }])).toEqual([{ folder, gaps: 3, limit: 2, all }]);
  expect(tooManyGaps(all, [])).toEqual([{ folder, gaps: 3, limit: 0, all }]);
});
