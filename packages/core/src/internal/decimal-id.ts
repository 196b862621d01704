const ZERO = 0x30;
/** Numbers of nine digits are below 2^30: small integers everywhere. */
const MOST_DIGITS = 9;

/**
 * The number that an id is, when it is decimal digits as a number is written: no sign, no leading zeros, at most nine
 * digits. Otherwise -1. Ids with the same number are the same text.
 */
export function decimalId(id: string): number {
  const { length } = id;
  if (length === 0 || length > MOST_DIGITS) return -1;
  let number = 0;
  for (let index = 0; index < length; index++) {
    const digit = id.charCodeAt(index) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return length > 1 && id.charCodeAt(0) === ZERO ? -1 : number;
}
