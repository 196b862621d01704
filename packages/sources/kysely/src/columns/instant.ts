const INSTANT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** An instant in UTC. */
export interface Instant {
  /** The date and the time, for example `2026-02-28T10:00:00`. */
  readonly seconds: string;
  /** The digits of the fraction of the second, without zeros at the end. */
  readonly fraction: string;
}

function instantIn(iso: string, fraction: string): Instant | undefined {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return undefined;
  const seconds = new Date(time).toISOString().slice(0, -5);
  // A time zone can move the last day of a year with four digits into the next year.
  return /^\d{4}-/.test(seconds) && !seconds.startsWith('0000') ? { seconds, fraction } : undefined;
}

/**
 * Reads an instant: a date, or a string of a date with or without a time. Without a time zone, it is in UTC. Unlike `Date`, it keeps
 * all digits of the fraction of the second.
 *
 * @returns Undefined if the value is not an instant. The day of the month can be too large.
 */
export function instantOf(value: unknown): Instant | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : instantOf(value.toISOString());
  const parts = typeof value === 'string' ? INSTANT.exec(value) : null;
  if (parts === null) return undefined;
  const [, day = '', minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = parts;
  const [, sign = '+', hours = '00', rest = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return instantIn(`${day}T${minutes}:${seconds}${sign}${hours}:${rest}`, fraction.replace(/(?<!0)0+$/, ''));
}

/** Writes an instant with three digits of the fraction, as a `Date` is written, or with six if three are not enough. */
export function formatInstant({ seconds, fraction }: Instant): string {
  return `${seconds}.${fraction.length > 3 ? fraction.slice(0, 6).padEnd(6, '0') : fraction.padEnd(3, '0')}Z`;
}

/** Removes the digits of the fraction that a column does not store. */
export function truncateInstant({ seconds, fraction }: Instant, digits: number): Instant {
  return { seconds, fraction: fraction.slice(0, digits).replace(/(?<!0)0+$/, '') };
}
