/** Every row of the requirements ledger that is about a request is named by a case: `../shared/ledger.md`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageFiles, packagePath } from '../../../scripts/workspace.ts';
import { ledgerIsMissing, readLedger } from './ledger-rows.ts';

const _packages = join(import.meta.dirname, '../..');

/**
 * A requirement about a request document comprises all of these, except the later processing: the response and the
 * stored data.
 */
const answers: ReadonlySet<string> = new Set([
  ...['CRE-05', 'CRE-06', 'CRE-07', 'CRE-08', 'CRE-09', 'CRE-10', 'CRE-12', 'CRE-17'],
  ...['UPD-05', 'UPD-06', 'UPD-07', 'UPD-08', 'UPD-13', 'UPD-15'],
  ...['RUP-09', 'RUP-10', 'RUP-11', 'RUP-12', 'RUP-14'],
]);

/** The rows that the strings of a test name: comments do not count. */
function rowsNamedIn(source: string): readonly string[] {
  const code = source.replace(/^[ \t]*\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm, '');
  return code.match(/\b[A-Z]{3}-\d\d\b/g) ?? [];
}

function isAboutRequests(id: string): boolean {
  return /^(?:NEG|QRY|INC|FLD|SRT|CRE|UPD|RUP)-/.test(id) && !answers.has(id);
}

test('a comment names no row', () => {
  expect(rowsNamedIn("  // NEG-01\n/** NEG-02\n * NEG-03 */\n  test('x (NEG-04, NEG-05)', () => {")).toEqual([
    'NEG-04',
    'NEG-05',
  ]);
});

describe.skipIf(ledgerIsMissing)(ledgerIsMissing ? `requests (${ledgerIsMissing})` : 'requests', () => {
  const rows = readLedger().filter(({ id }) => isAboutRequests(id));

  test('the ledger has rows about them', () => {
    expect(rows.length).toBeGreaterThan(85);
    for (const id of answers) expect(readLedger().map((row) => row.id)).toContain(id);
  });

  test('every row is named by a case of core or of the server', () => {
    const files = packageFiles('{src,test}/**/*.test.ts', ['core', 'server']);
    const named = new Set(files.flatMap((file) => rowsNamedIn(readFileSync(packagePath(file), 'utf8'))));
    expect(rows.filter(({ id }) => !named.has(id)).map(({ id }) => id)).toEqual([]);
  });
});
