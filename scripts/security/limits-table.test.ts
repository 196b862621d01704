import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultLimits } from '../../packages/server/src/request/limits.ts';
import { boundConstants } from './constants.ts';
import { fixedLimits } from './fixed-limits.ts';
import { internalBounds } from './internal-bounds.ts';
import { allLimits, withLimits } from './limits-table.ts';

const page = readFileSync(new URL('../../docs/guide/limits.md', import.meta.url), 'utf8');

test('docs/guide/limits.md has the limits of the code; otherwise run: node scripts/docs/write-security.ts', () => {
  expect(page).toBe(withLimits(page));
});

/** A default as a comment writes it: `1 MiB`, `10,000`, or `0: no limit`. */
function numberOf(text: string): number | undefined {
  const [, digits = '', unit = ''] = text.match(/^([\d,]+) ?(KiB|MiB)?/) ?? [];
  if (text === 'Infinity') return Number.POSITIVE_INFINITY;
  if (digits === '') return undefined;
  return Number(digits.replaceAll(',', '')) * ({ KiB: 2 ** 10, MiB: 2 ** 20 }[unit] ?? 1);
}

test('every limit of a server is in the table, with the default of the code', () => {
  const declared = new Map(allLimits().map(({ name, value }) => [name, value]));
  for (const [name, value] of Object.entries(defaultLimits)) {
    const text = declared.get(`limits.${name}`);
    // The default of `queue` is another limit.
    if (name === 'queue') expect(text).toBe('the value of `concurrency`');
    else expect([name, numberOf(String(text))]).toEqual([name, value]);
  }
});

test('every constant that bounds something is in the table, or in the list of internal ones', () => {
  const known = [...new Set(fixedLimits.map(({ constant }) => constant)), ...Object.values(internalBounds).flat()];
  expect(new Set(known).size).toBe(known.length);
  expect(known.sort()).toEqual([...boundConstants().keys()].sort());
});
