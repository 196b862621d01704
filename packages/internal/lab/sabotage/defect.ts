/** A deliberate mistake: one line of a source file is changed, and a test file must notice. */
export interface Defect {
  readonly id: string;
  /** The file, from the folder of its package, and the line: a string that occurs there once, with the lines before it if it needs them. */
  readonly line: readonly [file: string, text: string];
  /** The behavior that a user of the broken library would meet. */
  readonly name: string;
  readonly change: Change;
  /** The test file that fails alone, from the folder `packages`. */
  readonly test: string;
}

/**
 * `remove` leaves the line out. `never` and `always` make its first condition, of an `if` or `? :`, constant. A pair replaces
 * the first occurrence of a piece of the line: never repeat the line, which changes for other reasons.
 */
export type Change = 'remove' | 'never' | 'always' | readonly [from: string | RegExp, to: string];
