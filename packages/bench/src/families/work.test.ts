import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { CountedWork } from './count-work.ts';
import { families } from './families.ts';
import { objectFamilies } from './object-families.ts';
import { requestFamilies } from './request-families.ts';

/** Twice the input may take a tenth more than twice the work. */
const mostRatio = 2.2;

// A process of its own: coverage counts make everything slower, and replaced functions would count for other tests.
const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'count-work.ts')], {
  maxBuffer: 1e8,
  timeout: 120_000,
});
const counted = new Map<string, CountedWork>(JSON.parse(stdout).map((it: CountedWork) => [it.name, it]));
const ratioOf = (name: string): number => {
  const { half, whole } = counted.get(name) ?? { half: 0, whole: Number.NaN };
  return whole / half;
};

describe('work at twice the input', () => {
  test.each([...families, ...objectFamilies, ...requestFamilies].map(({ name }) => name))('%s', (name) => {
    expect(ratioOf(name)).toBeLessThanOrEqual(mostRatio);
  });

  test.each(['control: loops', 'control: indexOf'])('%s is found', (name) => {
    expect(ratioOf(name)).toBeGreaterThan(3.5);
  });

  test('names are unique', () => {
    const names = [...families, ...objectFamilies, ...requestFamilies].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
