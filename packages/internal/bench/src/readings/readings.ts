import { type CountedReading, countedReading } from './reading.ts';
import { serverReadings } from './server-readings.ts';
import { textReadings } from './text-readings.ts';
import { requestReadings, valueReadings } from './value-readings.ts';

/** Documents that are rejected at the limit of nesting, before half of the input is read. */
const rejectedEarly: ReadonlySet<string> = new Set([
  'document: arrays in arrays',
  'document: objects in objects',
  'document: opening brackets alone',
]);

const all: readonly CountedReading[] = [
  ...[...textReadings, ...valueReadings].map((it) => countedReading(it, { isConstant: rejectedEarly.has(it.name) })),
  ...requestReadings,
  ...serverReadings,
];

/** The readings whose work is counted: all of them, or a third in the short form. */
export const readings: readonly CountedReading[] =
  process.env['TESTS'] === 'long' ? all : all.filter((_, position) => position % 3 === 0);
