/** No requirement is forgotten: docs/coverage.md says what the project does about each. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { coverageDocument, coveredRows, hasRequirements } from './coverage-document.ts';
import { rowReasons } from './row-reasons.ts';

const title = hasRequirements()
  ? 'requirements'
  : 'requirements (skipped: ../shared/ledger.md is not beside the project)';
const rows = hasRequirements() ? coveredRows() : [];

describe.skipIf(!hasRequirements())(title, () => {
  test('are read', () => {
    expect(rows.length).toBeGreaterThan(350);
    expect(rows.filter(({ isHttp }) => isHttp).length).toBeGreaterThan(200);
    expect([...rowReasons.keys()].filter((reason) => !rows.some(({ id }) => id === reason))).toEqual([]);
  });

  test('that a server has to meet are tested with requests, or there is a reason', () => {
    const open = rows.filter(({ isHttp, serverTests, reason }) => isHttp && serverTests.length === 0 && !reason);
    expect(open.map(({ id }) => id)).toEqual([]);
  });

  test('that nothing of ours names have a reason', () => {
    const open = rows.filter((row) => row.rules.length + row.sources.length + row.tests.length === 0 && !row.reason);
    expect(open.map(({ id }) => id)).toEqual([]);
  });

  test('stand in docs/coverage.md as they are; otherwise run: node scripts/docs/write-coverage.ts', () => {
    expect(readFileSync(new URL('../../docs/coverage.md', import.meta.url), 'utf8')).toBe(coverageDocument());
  });
});

test('docs/coverage.md holds as many requirements as it counts, each with a link to its section (D4)', () => {
  const written = readFileSync(new URL('../../docs/coverage.md', import.meta.url), 'utf8');
  const ids = [...written.matchAll(/^\| \[([A-Z]{3}-\d\d)\]\(https:\/\/jsonapi\.org\/[^)]+\) \|/gm)].map(
    ([, id]) => id,
  );
  expect(new Set(ids).size).toBe(Number(written.match(/^Of (\d+) requirements/m)?.[1]));
});
