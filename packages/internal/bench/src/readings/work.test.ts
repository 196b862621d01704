import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type CountedWork, growthOf, MAX_GROWTH } from './growth.ts';
import { quadraticControls } from './quadratic-controls.ts';
import { readings } from './readings.ts';

// A process of its own: the counts of V8 make everything slower, and replaced functions would count for other tests.
const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'count-work.ts')], {
  maxBuffer: 1e8,
  timeout: 300_000,
});
const counted = new Map<string, CountedWork>(JSON.parse(stdout).map((it: CountedWork) => [it.name, it]));

function countedOf(name: string): CountedWork {
  const found = counted.get(name);
  if (found === undefined) throw new Error(`${name} was not counted.`);
  return found;
}

describe('work at twice the input', () => {
  test.each(readings.map(({ name }) => name))('%s', (name) => {
    expect(growthOf(countedOf(name))).toBeLessThanOrEqual(MAX_GROWTH);
  });

  // An input that is rejected unread, or whose result a cache knows, would say nothing.
  test.each(readings.filter((it) => it.isConstant !== true))('$name is read to its end', ({ name, limit }) => {
    const [, half, whole] = countedOf(name).work;
    // Pieces of documents and queries are longer than a character; those of most requests count as one.
    expect(whole - half).toBeGreaterThanOrEqual(limit > 4000 ? limit / 100 : limit / 4);
  });

  test.each(readings.filter((it) => it.isConstant === true))('$name takes the same work', ({ name }) => {
    const [, half, whole] = countedOf(name).work;
    expect(whole).toBeLessThanOrEqual(half * 1.1);
  });

  test.each(readings.filter((it) => it.hasSameStatements === true))('$name takes the same statements', ({ name }) => {
    const [least, half, whole] = countedOf(name).statements;
    expect(least).toBeGreaterThan(0);
    expect([half, whole]).toEqual([least, least]);
  });

  test.each(quadraticControls.map(({ name }) => name))('%s is found', (name) => {
    expect(growthOf(countedOf(name))).toBeGreaterThan(3.5);
  });

  test('names are unique', () => {
    const names = readings.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
