import { JsonApiError } from '@linkage/core';
import type { HostileText } from '../hostile/input.ts';

/** Hostile strings, and what reads them. */
export interface Reading extends HostileText {
  readonly run: (text: string) => unknown;
}

/** Work that is counted at several sizes. */
export interface CountedReading {
  readonly name: string;
  /** The largest size. */
  readonly limit: number;
  /** Whether half of the input and the whole input take the same work: a limit ends it earlier, or the database does it. */
  readonly isConstant?: boolean;
  /** Whether each size must take the same number of SQL statements. */
  readonly hasSameStatements?: boolean;
  /** Prepares an input of a size. The work of the returned function is counted. */
  readonly prepare: (size: number) => Prepared | Promise<Prepared>;
}

/** Counted work. The `statements` are counted by the SQL sources. */
export interface Prepared {
  readonly run: () => unknown;
  readonly statements?: () => number;
}

/** Counts the work of reading an input. */
export function countedReading(
  { name, limit, input, run }: Reading,
  more: Partial<CountedReading> = {},
): CountedReading {
  const prepare = (size: number): Prepared => {
    const text = input(size);
    return { run: () => run(text) };
  };
  // A part of the limit is enough to tell linear from quadratic.
  return { name, limit: Math.min(limit, 40_000), prepare, ...more };
}

/** Runs a request. A rejected request also counts; any other error is rethrown. */
export function outcomeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    return error;
  }
}
