const DAY = 86_400_000;
/** Milliseconds of the years 0000 to 9999, which have four digits. */
const FIRST = -62_167_219_200_000;
const LAST = 253_402_300_799_999;

const ZERO = 0x30;
const HYPHEN = 0x2d;
const COLON = 0x3a;

/**
 * Returns a date and time like `toISOString`, in a fifth of the time. The text is one flat string: a concatenated
 * string would disable V8's fast path in `JSON.stringify`.
 *
 * @throws {RangeError} If the date is invalid.
 */
export function dateText(date: Date): string {
  const time = date.getTime();
  if (!(time >= FIRST && time <= LAST)) return date.toISOString();
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + 1;
  const day = date.getUTCDate();
  const rest = (time - FIRST) % DAY;
  const hours = (rest / 3_600_000) | 0;
  const minutes = ((rest / 60_000) | 0) % 60;
  const seconds = ((rest / 1000) | 0) % 60;
  const milliseconds = rest % 1000;
  return String.fromCharCode(
    ZERO + ((year / 1000) | 0),
    ZERO + (((year / 100) | 0) % 10),
    ZERO + (((year / 10) | 0) % 10),
    ZERO + (year % 10),
    HYPHEN,
    ZERO + ((month / 10) | 0),
    ZERO + (month % 10),
    HYPHEN,
    ZERO + ((day / 10) | 0),
    ZERO + (day % 10),
    0x54,
    ZERO + ((hours / 10) | 0),
    ZERO + (hours % 10),
    COLON,
    ZERO + ((minutes / 10) | 0),
    ZERO + (minutes % 10),
    COLON,
    ZERO + ((seconds / 10) | 0),
    ZERO + (seconds % 10),
    0x2e,
    ZERO + ((milliseconds / 100) | 0),
    ZERO + (((milliseconds / 10) | 0) % 10),
    ZERO + (milliseconds % 10),
    0x5a,
  );
}
