/** Records that are taken one at a time. */
export interface RecordSource<Item> {
  readonly isAsync: boolean;
  /** Whether nothing more comes: all were taken, the source failed, or it was closed. */
  readonly isOver: () => boolean;
  readonly isClosed: () => boolean;
  readonly next: () => IteratorResult<Item> | Promise<IteratorResult<Item>>;
  /** Notes that the last item was taken, or that the source failed. */
  readonly end: () => void;
  /** Tells the source that no more is wanted, unless it is over. */
  readonly close: () => Promise<void>;
}

/**
 * Records to be taken one at a time; none is taken before the first call of `next`.
 *
 * @throws {TypeError} It can be iterated in no way.
 */
export function createRecordSource<Item>(records: AsyncIterable<Item> | Iterable<Item>): RecordSource<Item> {
  const isAsync =
    typeof (records as Partial<AsyncIterable<Item>> | null | undefined)?.[Symbol.asyncIterator] === 'function';
  if (!isAsync && typeof (records as Partial<Iterable<Item>> | null | undefined)?.[Symbol.iterator] !== 'function') {
    throw new TypeError('The records of a stream are an iterable or an async iterable.');
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
      // Also before the first record: a stream or a cursor is open from the start.
      await open().return?.();
    },
  };
}
