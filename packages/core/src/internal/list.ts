import { show } from './show.ts';

/**
 * Refuses what is no list, as callers without types give it.
 *
 * @throws {TypeError} It says what `option` takes.
 */
export function assertList(option: string, given: unknown): asserts given is readonly unknown[] {
  if (!Array.isArray(given)) throw new TypeError(`${option} is a list, not ${show(given)}.`);
}

/**
 * Refuses what is no list of names; a single name has letters to be iterated, but is none.
 *
 * @throws {TypeError} It says what `option` takes.
 */
export function assertNames(option: string, given: unknown): asserts given is readonly string[] {
  if (!Array.isArray(given)) throw new TypeError(`${option} is a list of names, not ${show(given)}.`);
  for (const name of given) {
    if (typeof name !== 'string') throw new TypeError(`${option} is a list of names; ${show(name)} is none.`);
  }
}
