import { describe, expect, test } from 'vitest';
import { timePartOf, zoneOffsets } from './time-parts.ts';

const part = (value: unknown, length: number, timeZone = 'UTC') =>
  timePartOf(value, { length, offsets: zoneOffsets(timeZone) });

describe('the part of a time', () => {
  test.each([
    ['2026-03-01T00:30:00Z', 4, 'UTC', '2026'],
    ['2026-03-01T00:30:00.123456Z', 13, 'UTC', '2026-03-01T00'],
    ['2026-03-01T00:30:00+02:00', 7, 'UTC', '2026-02'],
    [new Date('2026-12-31T23:30:00Z'), 4, 'Europe/Berlin', '2027'],
    ['2026-01-01T04:59:59Z', 10, 'America/New_York', '2025-12-31'],
    ['2026-01-01T05:00:00Z', 10, 'America/New_York', '2026-01-01'],
    // Clocks change at 01:00 in UTC.
    ['2026-03-29T00:59:59Z', 13, 'Europe/Berlin', '2026-03-29T01'],
    ['2026-03-29T01:00:00Z', 13, 'Europe/Berlin', '2026-03-29T03'],
    ['2026-10-25T01:00:00Z', 13, 'Europe/Berlin', '2026-10-25T02'],
    ['2026-01-01T18:20:00Z', 13, 'Asia/Kathmandu', '2026-01-02T00'],
    // Without a time zone, its own day.
    ['2026-03-01', 10, 'America/New_York', '2026-03-01'],
    ['2026-03-01T23:00:00', 13, 'America/New_York', '2026-03-01T23'],
    ['2026-03-01 23:00:00', 13, 'America/New_York', '2026-03-01T23'],
    ...['', 'now', '12:00', '2026', 5, null, true, new Date(Number.NaN), '0001-01-01T00:00:00Z'].map(
      (value) => [value, 7, 'America/New_York', null] as const,
    ),
  ] as const)('%s, %i characters, in %s: %s', (value, length, timeZone, expected) => {
    expect(part(value, length, timeZone)).toBe(expected);
  });

  test('equals that of the clock of the zone', () => {
    for (const timeZone of ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca']) {
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
      for (let time = Date.UTC(1971); time < Date.UTC(2049); time += 7_777_777_777) {
        const clock = format.format(time).replace(' ', 'T').slice(0, 13);
        expect(part(new Date(time), 13, timeZone)).toBe(clock);
      }
    }
  });

  test('an unknown time zone is an error', () => {
    expect(() => zoneOffsets('Europe/Berlim')).toThrow(RangeError);
  });
});
