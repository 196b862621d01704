/** Strings and numbers that no resource had before the run. They prove that a resource is one that the tests created. */
export interface Marks {
  /** Returns a new text. */
  readonly unique: () => string;
  readonly uuid: () => string;
  /** Returns a new whole number that a column of 32 bits can store. */
  readonly number: () => number;
  /** Returns a moment that differs in each request. It does not identify a resource: others can have the same date. */
  readonly moment: () => Date;
  /** Returns the first mark in a value of a document; undefined if there is none. */
  readonly markIn: (value: unknown) => string | undefined;
  /** Notes an id that the tests made up, of a resource that does not exist. */
  readonly madeUp: (id: string) => string;
  readonly isMadeUp: (id: unknown) => boolean;
}

/** Creates the marks of a run. */
export function createMarks(): Marks {
  const run = Date.now().toString(36);
  const firstNumber = 1_000_000_000 + (Date.now() % 1_000_000_000);
  const issued = new Set<string>();
  const ids = new Set<string>();
  let count = 0;
  const issue = (mark: string): string => {
    issued.add(mark);
    return mark;
  };
  return {
    // The end keeps a mark from being the beginning of another one.
    unique: () => issue(`${run}${(count++).toString(36)}z`),
    uuid: () => issue(crypto.randomUUID()),
    number: () => Number(issue(String(firstNumber + count++))),
    // Whole days from 2000 on, so that dates differ as well as times.
    moment: () => new Date(946_684_800_000 + ((firstNumber + count++) % 10_000) * 86_461_000),
    markIn(value) {
      const text = JSON.stringify(value) ?? '';
      return [...issued].findLast((mark) => text.includes(mark));
    },
    madeUp(id) {
      ids.add(id);
      return id;
    },
    isMadeUp: (id) => typeof id === 'string' && ids.has(id),
  };
}
