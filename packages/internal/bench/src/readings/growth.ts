/** The work for three sizes of an input. */
export interface CountedWork {
  readonly name: string;
  /** The blocks that ran, and the elements and characters that functions of the platform went through. */
  readonly work: readonly [least: number, half: number, whole: number];
  /** The SQL statements. */
  readonly statements: readonly number[];
}

/** Twice the input may take a tenth more than twice the work. */
export const MAX_GROWTH = 2.2;

/**
 * Returns how many times the work of half of an input the whole input takes. The work of the least input is subtracted: most of the work
 * of a short request is that of any request, which would hide how the rest grows.
 */
export function growthOf({ work: [least, half, whole] }: CountedWork): number {
  return whole === half ? 1 : (whole - least) / (half - least);
}
