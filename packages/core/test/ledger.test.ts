/** Every row of the requirements ledger that a document can be tested for has a rule or a type: `../shared/ledger.md`. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { atomicExtension } from '../src/extensions/atomic/atomic-operations.ts';
import { cursorProfile } from '../src/extensions/cursor-pagination/cursor-pagination.ts';
import { declaredRules as specifiedRules } from '../src/validate/declared-rules.ts';
import { type LedgerRow, ledgerIsMissing, readLedger } from './ledger-rows.ts';

/** Rows that something else than a rule sees to: the test that shows it. */
const elsewhere: Readonly<Record<string, readonly [test: string, mention: string]>> = {
  'EXT-12': ['core/test/corpus.test.ts', 'extensionsOf'],
};

const rules = [...specifiedRules, ...(atomicExtension.rules ?? []), ...(cursorProfile.rules ?? [])];

const rows = readLedger();

/** The column starts with where a row is tested; what follows a colon or a semicolon explains. */
function isTestedByDocument({ test: column }: LedgerRow): boolean {
  return /\bdoc\b/.test(column.split(/[:;.]/)[0] ?? '');
}

function binds({ force }: LedgerRow): boolean {
  return /^(?:implied )?MUST(?: NOT)?\b|^implied\b/.test(force);
}

describe.skipIf(ledgerIsMissing)(ledgerIsMissing ? `ledger (${ledgerIsMissing})` : 'ledger', () => {
  test('is read', () => {
    expect(rows.length).toBeGreaterThan(350);
    expect(rows.filter((row) => isTestedByDocument(row) && binds(row)).length).toBeGreaterThan(80);
    expect(rows.find(({ id }) => id === 'NAM-06')).toEqual({ id: 'NAM-06', force: 'MUST NOT', test: 'unit' });
  });

  test('every binding row that a document can be tested for has a rule or a test of its own', () => {
    const covered = new Set([...rules.flatMap(({ requirements }) => requirements), ...Object.keys(elsewhere)]);
    const open = rows.filter((row) => isTestedByDocument(row) && binds(row) && !covered.has(row.id));
    expect(open.map(({ id, force }) => `${id} (${force})`)).toEqual([]);
  });

  test('every row that a rule names exists', () => {
    const known = new Set(rows.map(({ id }) => id));
    for (const { id, requirements } of rules) {
      expect(requirements.length, id).toBeGreaterThan(0);
      expect(
        requirements.filter((row) => !known.has(row)),
        id,
      ).toEqual([]);
    }
  });
});

test('what is tested elsewhere is tested there', () => {
  for (const [path, mention] of Object.values(elsewhere)) {
    const file = new URL(`../../${path}`, import.meta.url);
    expect(existsSync(file), path).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain(mention);
  }
});

test('rules have ids of their own, and pinned sections', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  for (const { id, spec } of rules) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(spec).toMatch(
      /^https:\/\/jsonapi\.org\/(format\/1\.1\/#[a-z-]+|recommendations\/#naming|ext\/atomic\/#[a-z-]+|profiles\/[a-z/-]+)$/,
    );
  }
});
