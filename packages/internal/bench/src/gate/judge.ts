/** The arithmetic and the decisions of the gate. They do not measure anything. */
import { ratioOfRounds } from '../measuring/statistics.ts';
import type { RaisedFigure } from './figures.ts';

/** A row fails above this ratio to its recorded figure: differences of processes on one checkout reach 7 %. */
export const TOLERANCE = 1.1;
/** A row fails only if each try fails: the code that V8 generates differs between processes. */
export const TRIES = 3;

/** A request fails above this part of its recorded ratio to the straight line. The ratio differs between machines, as the times do. */
export const STRAIGHT_TOLERANCE = 1.1;

/** The CPU times of one call in this checkout, and in the recorded one or by the straight line, one of each per round. */
export interface RowTimes {
  readonly current: readonly number[];
  readonly recorded: readonly number[];
}

/** Measures a row in new processes. */
export type MeasureRow = (name: string) => Promise<RowTimes>;

/** A measured row. */
export interface RowVerdict {
  readonly name: string;
  /** The ratio of each try; the first one below the limit is the last one. */
  readonly ratios: readonly number[];
  readonly limit: number;
  readonly passed: boolean;
}

/**
 * Returns the time of a call in relation to the recorded checkout: the median of the ratios inside a round, because the machine
 * becomes slower and faster for both alike.
 *
 * @throws {Error} If a round lacks a time, or a time is not above 0: a gate without figures would pass.
 */
export function ratioOf({ current, recorded }: RowTimes): number {
  const isComplete = current.length > 0 && current.length === recorded.length;
  if (!isComplete || ![...current, ...recorded].every((time) => time > 0 && Number.isFinite(time)))
    throw new Error('The times of the rounds are not complete.');
  return ratioOfRounds(current, recorded).ratio;
}

/** Returns the maximum ratio of a row. */
export function limitOf(name: string, raised: Readonly<Record<string, RaisedFigure>>): number {
  return TOLERANCE * (Object.hasOwn(raised, name) ? (raised[name]?.ratio ?? 1) : 1);
}

/** Measures rows until each has passed once, or has failed in all tries. Calls `report` after each row. */
export async function judgeRows(
  names: readonly string[],
  limitFor: (name: string) => number,
  measure: MeasureRow,
  report: (verdict: RowVerdict) => void,
): Promise<readonly RowVerdict[]> {
  const verdicts: RowVerdict[] = [];
  for (const name of names) {
    const limit = limitFor(name);
    const ratios: number[] = [];
    let passed = false;
    while (!passed && ratios.length < TRIES) {
      const ratio = ratioOf(await measure(name));
      ratios.push(ratio);
      passed = ratio <= limit;
    }
    const verdict = { name, ratios, limit, passed };
    verdicts.push(verdict);
    report(verdict);
  }
  return verdicts;
}

/** The names of both relationships of a comparison with the straight line. */
export const sidesOf = (name: string): readonly [current: string, straight: string] => [
  `handleNow, ${name}`,
  `straight line, ${name}`,
];
