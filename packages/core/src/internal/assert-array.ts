import { describeValue } from './describe-value.ts';

/**
 * Checks that an option is an array, for users without types.
 *
 * @throws {TypeError} If the option is not an array.
 */
export function assertArray(option: string, value: unknown): asserts value is readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`\`${option}\` must be an array, but it is ${describeValue(value)}.`);
}

/**
 * Checks that an option is an array of strings. A single string is iterable, but is not an array of names.
 *
 * @throws {TypeError} If the option is not an array of strings.
 */
export function assertStringArray(option: string, value: unknown): asserts value is readonly string[] {
  if (!Array.isArray(value))
    throw new TypeError(`\`${option}\` must be an array of strings, but it is ${describeValue(value)}.`);
  for (const name of value) {
    if (typeof name !== 'string')
      throw new TypeError(`\`${option}\` must contain only strings, but it contains ${describeValue(name)}.`);
  }
}
