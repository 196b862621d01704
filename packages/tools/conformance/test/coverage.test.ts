/** The tests cover the requirements that a server must meet: at least 300 cases over at least 95 % of them. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allCases } from '../src/cases/all-cases.ts';
import { sections } from '../src/cases/sections.ts';
import { clauseOf } from '../src/clauses/clauses.ts';

const ledger = new URL('../../../../../shared/ledger.md', import.meta.url);
const known = existsSync(ledger);

test('there are at least 300 cases, each with an id of its own, a known section, and a title', () => {
  expect(allCases.length).toBeGreaterThanOrEqual(300);
  expect(new Set(allCases.map(({ id }) => id)).size).toBe(allCases.length);
  const odd = allCases.filter(
    ({ rows, title }) =>
      title === '' ||
      rows.some((row) => !/^[A-Z]{3}-\d\d$/.test(row)) ||
      !sections.some(({ id }) => rows[0]?.startsWith(id)),
  );
  expect(odd.map(({ id }) => id)).toEqual([]);
});

describe.skipIf(!known)(
  known ? 'the ledger' : 'the ledger (skipped: ../shared/ledger.md is not beside the project)',
  () => {
    const lines = known
      ? [...readFileSync(ledger, 'utf8').matchAll(/^\| ([A-Z]{3}-\d\d) \|.*\|([^|]*)\|[^|]*\|([^|]*)\|$/gm)]
      : [];
    const covered = new Set(allCases.flatMap(({ rows }) => rows));

    test('95 % of the MUST rows that requests can test have a case', () => {
      const rows = lines
        .filter(([, , force = '', how = '']) => /MUST/.test(force) && /\bhttp\b/.test(how))
        .map(([, id = '']) => id);
      const open = rows.filter((id) => !covered.has(id));
      expect(rows.length).toBeGreaterThan(100);
      expect(1 - open.length / rows.length, open.join(' ')).toBeGreaterThanOrEqual(0.95);
    });

    test('each requirement has the level of its row, and no case has a stronger one', () => {
      const text = known ? readFileSync(ledger, 'utf8') : '';
      const rows = [...text.matchAll(/^\| ([A-Z]{3}-\d\d) \|(.*)\|([^|]*)\|([^|]*)\|[^|]*\|$/gm)];
      const levels = rows.map(([, id = '', statement = '', force = '', binds = '']) => {
        if (/^(ATM|CUR)/.test(id)) return [id, 'profile'];
        if (statement.includes('[beyond]')) return [id, 'recommended'];
        if (/MUST/.test(force) && /[SD]/.test(binds)) return [id, 'must'];
        return [id, /MUST|SHOULD/.test(force) ? 'should' : 'recommended'];
      });
      const declared = levels.filter(([id = '']) => clauseOf(id) !== undefined);
      expect(declared.map(([id = '']) => [id, clauseOf(id)?.level])).toEqual(declared);
      const unknown = allCases.flatMap((it) => it.rows).filter((row) => clauseOf(row) === undefined);
      expect(unknown).toEqual([]);
      const rowsOfCases = new Set(allCases.flatMap((it) => it.rows));
      expect(declared.filter(([id = '']) => !rowsOfCases.has(id))).toEqual([]);
      const musts = allCases.filter(({ levels }) => levels.linkage === 'must');
      expect(musts.filter(({ rows: [row = ''] }) => clauseOf(row)?.level !== 'must')).toEqual([]);
    });

    test('no case names a row that does not exist', () => {
      const ids = new Set(lines.map(([, id]) => id));
      expect([...covered].filter((id) => !ids.has(id))).toEqual([]);
    });
  },
);

test('each entry of a table of cases has its check', () => {
  const folder = new URL('../src/cases/', import.meta.url);
  const files = globSync('**/*.ts', { cwd: folder }).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const declared = files.flatMap((text) =>
    [...text.matchAll(/^const (?:check = checksOf\(\{|\w+ = \{)\n((?: .*\n)+)\}(?:\)| as const);/gm)].flatMap(
      ([, table = '']) => [...table.matchAll(/^ {2}'?([\w{}-]+)'?:/gm)].map(([, id = '']) => id),
    ),
  );
  expect(declared.length).toBeGreaterThan(200);
  expect(declared.filter((id) => !files.some((text) => new RegExp(`\\([\\w()]+, '${id}'`).test(text)))).toEqual([]);
});
