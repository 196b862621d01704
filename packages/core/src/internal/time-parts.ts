/** The parts of a time, with the length of their strings: 2026, 2026-03, 2026-03-01, and 2026-03-01T14. */
export const timeParts = { year: 4, month: 7, day: 10, hour: 13 } as const;

/** A part of a time that resources can have in common. */
export type TimePartName = keyof typeof timeParts;

/** The minutes to add to UTC, from a time on, in seconds since 1970. */
export interface ZoneOffset {
  readonly from: number;
  readonly minutes: number;
}

/** A part of a time in a time zone. */
export interface TimePart {
  /** The length of its string. */
  readonly length: number;
  /** The name of the time zone. */
  readonly timeZone: string;
  /** The offsets of the time zone, in order. The first one is also for all times before it. */
  readonly offsets: readonly ZoneOffset[];
}

const START = /* @__PURE__ */ Date.UTC(1970) / 1000;
const END = /* @__PURE__ */ Date.UTC(2050) / 1000;
const STEP = 14 * 86_400;

function findOffsets(timeZone: string): readonly ZoneOffset[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const minutesAt = (seconds: number): number => {
    const name = format.formatToParts(seconds * 1000).find(({ type }) => type === 'timeZoneName')?.value;
    const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
    return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  };
  const found: ZoneOffset[] = [{ from: START, minutes: minutesAt(START) }];
  for (let start = START; start < END; start += STEP) {
    let [low, high] = [start, start + STEP];
    const minutes = minutesAt(high);
    if (minutes === minutesAt(low)) continue;
    while (high - low > 60) {
      const middle = low + Math.floor((high - low) / 120) * 60;
      if (minutesAt(middle) === minutes) high = middle;
      else low = middle;
    }
    found.push({ from: high, minutes });
  }
  return Object.freeze(found);
}

const known = new Map<string, readonly ZoneOffset[]>();

/**
 * Returns the offsets of a time zone from 1970 to 2050.
 *
 * @throws {RangeError} If there is no such time zone.
 */
export function zoneOffsets(timeZone: string): readonly ZoneOffset[] {
  const offsets = known.get(timeZone) ?? findOffsets(timeZone);
  known.set(timeZone, offsets);
  return offsets;
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/i;

/**
 * Returns the part of a time: in the time zone, if the time has one; otherwise, of its own day and hour. Null if the value is not a time from the
 * year 1 to the year 9999.
 */
export function timePartOf(value: unknown, part: Pick<TimePart, 'length' | 'offsets'>): string | null {
  const { length, offsets } = part;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : timePartOf(value.toISOString(), part);
  const [text, day, hour = '00', zone] = (typeof value === 'string' ? TIME.exec(value) : null) ?? [];
  if (text === undefined || Number.isNaN(Date.parse(text))) return null;
  if (zone === undefined) return `${day}T${hour}`.slice(0, length);
  const seconds = Date.parse(text.replace(' ', 'T')) / 1000;
  const { minutes } = offsets.findLast(({ from }) => from <= seconds) ?? (offsets[0] as ZoneOffset);
  const shifted = new Date((seconds + minutes * 60) * 1000).toISOString();
  return /^(?!0000)\d{4}-/.test(shifted) ? shifted.slice(0, length) : null;
}
