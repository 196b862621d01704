/** A deliberate mistake: one piece of a source file is replaced, and a test file must notice. */
export interface Defect {
  /** The behavior that a user of the broken library would meet. */
  readonly name: string;
  /** The source file, from the folder `packages`. */
  readonly file: string;
  /** Text that occurs once in the file. */
  readonly from: string;
  readonly to: string;
  /** The test file that fails alone, from the folder `packages`. */
  readonly test: string;
}
