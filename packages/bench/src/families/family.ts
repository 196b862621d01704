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
