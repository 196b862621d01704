import { show } from './show.ts';

/**
 * A limit that a caller gives, or the usual one.
 *
 * @throws {TypeError} What is given bounds nothing, and would let through what it should stop.
 */
export function limitOf(name: string, given: number | undefined, usual: number): number {
  if (given === undefined) return usual;
  if ((Number.isSafeInteger(given) && given >= 0) || given === Number.POSITIVE_INFINITY) return given;
  throw new TypeError(`The limit ${name} is a whole number of 0 or more, or Infinity, not ${show(given)}.`);
}
