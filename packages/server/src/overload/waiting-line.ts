/** An entry of a line. Only the line changes it. */
interface Entry {
  readonly call: () => void;
  before: Entry | undefined;
  after: Entry | undefined;
}

/** A first-in, first-out line whose entries can leave from any position in constant time. */
export interface WaitingLine {
  readonly length: () => number;
  /** Adds an entry at the end. Returns the function that removes it; call it at most once, and not after `callFirst` called it. */
  readonly join: (call: () => void) => () => void;
  /** Removes the first entry and calls it. Returns false if the line is empty. */
  readonly callFirst: () => boolean;
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
    join(call) {
      const entry: Entry = { call, before: last, after: undefined };
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
  };
}
