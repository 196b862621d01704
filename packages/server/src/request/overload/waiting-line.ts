/** An entry of a line. Only the line changes it. */
interface Entry {
  readonly call: () => void;
  readonly drop: () => void;
  before: Entry | undefined;
  after: Entry | undefined;
}

/** A first-in, first-out line whose entries can leave from any position in constant time. */
export interface WaitingLine {
  readonly length: () => number;
  /**
   * Adds an entry at the end: `callFirst` calls `call`, and `dropLast` calls `drop`. Returns the function that removes it; call it at
   * most once, and not after one of these.
   */
  readonly join: (call: () => void, drop: () => void) => () => void;
  /** Removes the first entry and calls it. Returns false if the line is empty. */
  readonly callFirst: () => boolean;
  /** Removes the last entry and drops it. Returns false if the line is empty. */
  readonly dropLast: () => boolean;
}

/** Creates an empty line. A linked list: removal from an array or a `Set` takes longer with each entry before it. */
export function createWaitingLine(): WaitingLine {
  let first: Entry | undefined;
  let last: Entry | undefined;
  let length = 0;
  const remove = ({ before, after }: Entry): void => {
    if (before === undefined) first = after;
    else before.after = after;
    if (after === undefined) last = before;
    else after.before = before;
    length--;
  };
  return {
    length: () => length,
    join(call, drop) {
      const entry: Entry = { call, drop, before: last, after: undefined };
      if (last === undefined) first = entry;
      else last.after = entry;
      last = entry;
      length++;
      return () => remove(entry);
    },
    callFirst() {
      const entry = first;
      if (entry === undefined) return false;
      remove(entry);
      entry.call();
      return true;
    },
    dropLast() {
      const entry = last;
      if (entry === undefined) return false;
      remove(entry);
      entry.drop();
      return true;
    },
  };
}
