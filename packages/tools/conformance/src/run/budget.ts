/** How many requests a run sends at most, and in which order it tries types and relationships. */
export interface Budget {
  readonly most: number;
  readonly seed: number;
  /** Requests that are left. */
  readonly left: () => number;
  /** Returns the subjects of a case in the order of the seed: if not all of them can be tried, another seed tries others. */
  readonly ordered: <Subject>(subjects: readonly Subject[], id: string) => readonly Subject[];
}

/** A mixing function for numbers of 32 bits. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const hashOf = (text: string): number =>
  [...text].reduce((hash, letter) => mix(hash + (letter.codePointAt(0) ?? 0)), 7);

/** Creates the budget of a run. Seed 0 keeps the order of the samples. */
export function createBudget(most: number, seed: number, sent: () => number): Budget {
  return {
    most,
    seed,
    left: () => most - sent(),
    ordered(subjects, id) {
      if (seed === 0) return subjects;
      const keyed = subjects.map((subject, index) => [mix(seed + hashOf(id) + index * 977), subject] as const);
      return keyed.sort(([left], [right]) => left - right).map(([, subject]) => subject);
    },
  };
}
