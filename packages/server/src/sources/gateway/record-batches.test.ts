import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordBatches } from './record-batches.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => void process.off('unhandledRejection', note));

async function read(batches: AsyncIterable<readonly object[]>): Promise<readonly object[]> {
  const records: object[] = [];
  for await (const batch of batches) records.push(...batch);
  return records;
}
const failure = new Error('The database is down.');

test('a source that rejects fails the reader, and leaves no rejection behind', async () => {
  await expect(read(recordBatches(() => Promise.reject(failure), 'articles.stream'))).rejects.toBe(failure);
  await turn();
  expect(unhandled).toEqual([]);
});

test.each<[string, (close: () => void) => unknown, closed: number]>([
  [
    'records are closed',
    (close) => ({ [Symbol.iterator]: () => ({ next: () => ({ done: true }), return: close }) }),
    1,
  ],
  ['what is not a list of records is ignored', () => 5, 0],
  ['a rejection is ignored', () => Promise.reject(failure), 0],
])('if the source answers after the reader has given up, %s', async (_, answer, expected) => {
  let resolve: (found: unknown) => void = () => undefined;
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  let closed = 0;
  const late = new Error('The time is over.');
  const batches = recordBatches(
    () => promise as never,
    'articles.stream',
    () => Promise.reject(late),
  );
  await expect(read(batches)).rejects.toBe(late);
  resolve(answer(() => void closed++));
  await turn();
  expect([closed, unhandled]).toEqual([expected, []]);
});

test('a clock that is set back does not hold records back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    async function* slow() {
      for (let id = 0; id < 3; id++) {
        // An hour back after each record, and more time than a batch waits.
        vi.setSystemTime(Date.now() - 3_600_000);
        await new Promise((resolve) => setTimeout(resolve, 60));
        yield { id };
      }
    }
    const sizes: number[] = [];
    for await (const batch of recordBatches(slow, 'things.stream')) sizes.push(batch.length);
    expect(sizes).toEqual([1, 1, 1]);
  } finally {
    vi.useRealTimers();
  }
});
