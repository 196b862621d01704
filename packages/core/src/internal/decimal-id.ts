const ZERO = 0x30;
/** Numbers of nine digits are less than 2^30, so V8 stores them as small integers on every platform. */
const MAX_DIGITS = 9;

/**
 * Returns the number that an id spells, or -1. The id must contain one to nine decimal digits, without a sign or
 * leading zeros, so two ids with the same number are the same text.
 */
export function decimalId(id: string): number {
  const { length } = id;
  if (length === 0 || length > MAX_DIGITS) return -1;
  let number = 0;
  for (let index = 0; index < length; index++) {
    const digit = id.charCodeAt(index) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return length > 1 && id.charCodeAt(0) === ZERO ? -1 : number;
}
