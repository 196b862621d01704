import { describe, expect, test } from 'vitest';
import { judgeRows, limitOf, type RowTimes, type RowVerdict, ratioOf } from './judge.ts';

const timesOf = (ratio: number): RowTimes => ({ current: [ratio, 2 * ratio, ratio], recorded: [1, 2, 1] });

describe('the ratio of a row', () => {
  test.each<[string, RowTimes, number]>([
    ['the same times', { current: [3, 3, 3], recorded: [3, 3, 3] }, 1],
    ['a machine that becomes slower for both', { current: [1, 10, 100], recorded: [1, 10, 100] }, 1],
    ['one disturbed round', { current: [1, 50, 1], recorded: [1, 1, 1] }, 1],
    ['a slower call', { current: [12, 24, 36], recorded: [10, 20, 30] }, 1.2],
    ['a faster call', { current: [5, 5], recorded: [10, 10] }, 0.5],
  ])('%s', (_, times, ratio) => {
    expect(ratioOf(times)).toBeCloseTo(ratio, 10);
  });

  test.each<[string, RowTimes]>([
    ['no times', { current: [], recorded: [] }],
    ['times of one checkout', { current: [1, 1], recorded: [] }],
    ['fewer times', { current: [1, 1], recorded: [1] }],
    ['a time of 0', { current: [0, 1], recorded: [1, 1] }],
    ['no number', { current: [1, Number.NaN], recorded: [1, 1] }],
    ['infinite times', { current: [1], recorded: [Number.POSITIVE_INFINITY] }],
  ])('cannot be found from %s', (_, times) => {
    expect(() => ratioOf(times)).toThrow('The times of the rounds are not complete.');
  });
});

test('a raised figure raises the limit of its row alone', () => {
  const raised = { parseQuery: { ratio: 1.5, reason: 'A filter language' } };
  expect(limitOf('parseQuery', raised)).toBeCloseTo(1.65, 10);
  expect(limitOf('negotiate', raised)).toBe(1.1);
  expect(limitOf('toString', {})).toBe(1.1);
});

describe('a row', () => {
  /** Judges one row whose tries have these ratios. */
  async function judge(ratios: readonly number[], raisedTo?: number): Promise<RowVerdict> {
    const left = [...ratios];
    const reported: RowVerdict[] = [];
    const raised = raisedTo === undefined ? {} : { row: { ratio: raisedTo, reason: 'x' } };
    const measure = async (): Promise<RowTimes> => timesOf(left.shift() ?? Number.NaN);
    const verdicts = await judgeRows(
      ['row'],
      (name) => limitOf(name, raised),
      measure,
      (verdict) => reported.push(verdict),
    );
    expect(reported).toEqual(verdicts);
    return verdicts[0] as RowVerdict;
  }

  test.each<[string, readonly number[], number, boolean]>([
    ['that is as fast passes in one try', [1, 9, 9], 1, true],
    ['at the limit passes', [1.1], 1, true],
    ['above the limit is tried again, and passes', [1.11, 1.05], 2, true],
    ['passes in the last try', [1.5, 1.2, 1.1], 3, true],
    ['above the limit in three of three tries fails', [1.11, 1.2, 1.11, 1], 3, false],
    ['that is twice as slow fails', [2, 2, 2], 3, false],
  ])('%s', async (_, ratios, tries, passed) => {
    const verdict = await judge(ratios);
    expect([verdict.passed, verdict.ratios.length]).toEqual([passed, tries]);
    for (const [index, ratio] of verdict.ratios.entries()) expect(ratio).toBeCloseTo(ratios[index] as number, 10);
  });

  test('with a raised figure passes up to its limit', async () => {
    expect((await judge([1.6], 1.5)).passed).toBe(true);
    expect((await judge([1.7, 1.7, 1.7], 1.5)).passed).toBe(false);
  });
});

test('each row is judged alone, also after a failure', async () => {
  const slow = new Set(['b']);
  const verdicts = await judgeRows(
    ['a', 'b', 'c'],
    () => 1.1,
    async (name) => timesOf(slow.has(name) ? 1.3 : 1),
    () => undefined,
  );
  expect(verdicts.map(({ name, passed }) => [name, passed])).toEqual([
    ['a', true],
    ['b', false],
    ['c', true],
  ]);
});

test('a row that cannot be measured fails the gate', async () => {
  const broken = async (): Promise<never> => {
    throw new Error('The process of a row ended with code 1.');
  };
  await expect(
    judgeRows(
      ['a'],
      () => 1.1,
      broken,
      () => undefined,
    ),
  ).rejects.toThrow('ended with code 1');
});
