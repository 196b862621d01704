import { describeValue } from './describe-value.ts';

/**
 * Returns a limit, or its default.
 *
 * @throws {TypeError} If the limit is not a whole number or Infinity: it would limit nothing.
 */
export function resolveLimit(name: string, value: number | undefined, defaultValue: number): number {
  if (value === undefined) return defaultValue;
  if ((Number.isSafeInteger(value) && value >= 0) || value === Number.POSITIVE_INFINITY) return value;
  throw new TypeError(
    `The limit \`${name}\` must be a whole number of 0 or more, or Infinity, but it is ${describeValue(value)}.`,
  );
}
