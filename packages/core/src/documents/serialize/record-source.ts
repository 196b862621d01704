import { describeValue } from '../../internal/describe-value.ts';
/** Records that are read one at a time. */
export interface RecordSource<Item> {
  readonly isAsync: boolean;
  /** Whether the source has ended: all records were read, the source failed, or it was closed. */
  readonly isOver: () => boolean;
  readonly isClosed: () => boolean;
  readonly next: () => IteratorResult<Item> | Promise<IteratorResult<Item>>;
  /** Marks the source as ended, after its last record or an error. */
  readonly end: () => void;
  /** Closes the source, unless it has ended. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a source of records. Reads no record before the first call of `next`.
 *
 * @throws {TypeError} If `records` is not iterable.
 */
export function createRecordSource<Item>(records: AsyncIterable<Item> | Iterable<Item>): RecordSource<Item> {
  const isAsync =
    typeof (records as Partial<AsyncIterable<Item>> | null | undefined)?.[Symbol.asyncIterator] === 'function';
  if (!isAsync && typeof (records as Partial<Iterable<Item>> | null | undefined)?.[Symbol.iterator] !== 'function') {
    throw new TypeError(`\`records\` must be an iterable or an async iterable, but it is ${describeValue(records)}.`);
  }
  let iterator: Iterator<Item> | AsyncIterator<Item> | undefined;
  let isOver = false;
  let isClosed = false;
  const open = (): Iterator<Item> | AsyncIterator<Item> => {
    iterator ??= isAsync
      ? (records as AsyncIterable<Item>)[Symbol.asyncIterator]()
      : (records as Iterable<Item>)[Symbol.iterator]();
    return iterator;
  };
  return {
    isAsync,
    isOver: () => isOver,
    isClosed: () => isClosed,
    next: () => open().next(),
    end() {
      isOver = true;
    },
    async close() {
      if (isOver) return;
      isOver = true;
      isClosed = true;
      // Also before the first record, because a stream or a cursor is open from the start.
      await open().return?.();
    },
  };
}
