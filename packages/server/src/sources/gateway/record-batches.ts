import { describeValue, isPromise } from '@linkage/core/internal';
import type { Awaitable, RecordStream } from '../port/data-source.ts';

/** The maximum number of records of a batch. */
export const BATCH_SIZE = 100;

/** The number of milliseconds after which an incomplete batch is passed on, with the next record. */
const PATIENCE = 50;

type Items = Iterator<unknown> | AsyncIterator<unknown>;

/** Waits for a call of the source, such as with a time limit. */
type Wait = <Result>(work: PromiseLike<Result>) => PromiseLike<Result>;

/** Reads records, and closes their iterator. */
interface BatchReader {
  /** Returns the next records, or an empty array after the last one. */
  readonly read: () => Promise<readonly object[]>;
  readonly close: () => void;
}

function iteratorOf(records: unknown, where: string): Items {
  const { [Symbol.asyncIterator]: openAsync, [Symbol.iterator]: open } = Object(records);
  if (typeof openAsync === 'function') return openAsync.call(records);
  if (typeof open === 'function' && typeof records === 'object') return open.call(records);
  throw new TypeError(`\`${where}\` must return an iterable of records, but it returned ${describeValue(records)}.`);
}

function checkRecord(record: unknown, where: string): object {
  if (typeof record === 'object' && record !== null && !(record instanceof Promise)) return record;
  if (record instanceof Promise) record.catch(() => undefined);
  const found = record instanceof Promise ? 'a promise' : describeValue(record);
  throw new TypeError(`\`${where}\` must yield records, or arrays of records, but it yielded ${found}.`);
}

function createReader(items: Items, where: string): BatchReader {
  let isOver = false;
  /** An array of the source, and the number of its records that are already read. */
  let array: readonly unknown[] = [];
  let taken = 0;
  const takeArray = (): readonly object[] => {
    const batch = array.slice(taken, taken + BATCH_SIZE).map((record) => checkRecord(record, where));
    taken += batch.length;
    return batch;
  };
  return {
    async read() {
      if (taken < array.length) return takeArray();
      const batch: object[] = [];
      const deadline = performance.now() + PATIENCE;
      while (batch.length < BATCH_SIZE && !isOver && (batch.length === 0 || performance.now() < deadline)) {
        const pending = items.next();
        const step = isPromise(pending) ? await pending : pending;
        if (step.done === true) isOver = true;
        else if (!Array.isArray(step.value)) batch.push(checkRecord(step.value, where));
        else {
          [array, taken] = [step.value, 0];
          if (array.length > 0) return batch.length > 0 ? batch : takeArray();
        }
      }
      return batch;
    },
    close() {
      if (isOver) return;
      isOver = true;
      // The iterator can hang, and the request has already ended or failed: do not wait for it.
      new Promise((resolve) => resolve(items.return?.())).catch(() => undefined);
    },
  };
}

/**
 * Reads the records of a source in arrays of at most `BATCH_SIZE`. Closes the iterator of the source if the reader stops or an
 * error occurs.
 *
 * @param open Calls the source. Called when the first batch is read.
 * @throws {TypeError} If the source does not return an iterable of records.
 */
export async function* recordBatches(
  open: () => Awaitable<RecordStream<object>>,
  where: string,
  wait: Wait = (work) => work,
): AsyncGenerator<readonly object[], void, undefined> {
  const opening = open();
  let records: unknown = opening;
  if (isPromise(opening)) {
    let isWanted = true;
    // Records that arrive too late are closed at once.
    opening
      .then((late) => isWanted || createReader(iteratorOf(late, where), where).close())
      .then(undefined, () => undefined);
    try {
      records = await wait(opening);
    } catch (error) {
      isWanted = false;
      throw error;
    }
  }
  const reader = createReader(iteratorOf(records, where), where);
  try {
    for (let batch = await wait(reader.read()); batch.length > 0; batch = await wait(reader.read())) yield batch;
  } finally {
    reader.close();
  }
}
