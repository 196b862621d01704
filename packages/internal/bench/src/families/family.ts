import { JsonApiError } from '@linkage/core';

/** Inputs of one kind and of any size, and what reads them. */
export interface Family {
  readonly name: string;
  /** The largest input that the default limits let through, in characters. */
  readonly limit: number;
  /** The input of a size: as many characters, or a few less. */
  readonly input: (size: number) => string;
  readonly run: (text: string) => unknown;
  /** The work inside of it that belongs to the platform, and its name: no reader can be faster. */
  readonly platform?: { readonly name: string; readonly run: (text: string) => unknown };
}

/** Work that is counted at several sizes. */
export interface CountedFamily {
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
export function countedFamily({ name, limit, input, run }: Family, more: Partial<CountedFamily> = {}): CountedFamily {
  const prepare = (size: number): Prepared => {
    const text = input(size);
    return { run: () => run(text) };
  };
  // A part of the limit is enough to tell linear from quadratic.
  return { name, limit: Math.min(limit, 40_000), prepare, ...more };
}

/** The text as often as it fits into the size, between what comes first and what comes last. */
export function repeatTo(size: number, text: string, first = '', last = ''): string {
  return first + text.repeat(Math.max(0, Math.floor((size - first.length - last.length) / text.length))) + last;
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
