import { parseArgs } from 'node:util';

/** The options of a run. */
export interface FuzzOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly only: readonly string[] | undefined;
  readonly workers: number;
  /** The number of inputs after which the run ends, if it is reached before the time. */
  readonly inputs: number;
}

export const usage =
  'Usage: npm run fuzz -- [--minutes N] [--seed S] [--only family,family] [--workers N] [--inputs N]';

function positive(name: string, text: string): number {
  const value = Number(text);
  if (value > 0) return value;
  throw new TypeError(`fuzz: --${name} must be a number above 0, but it is ${JSON.stringify(text)}.`);
}

/** Reads the arguments of the command. */
export function readFuzzOptions(argv: readonly string[], names: readonly string[]): FuzzOptions {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({
    args: [...argv],
    options: {
      minutes: text('2'),
      seed: text(String(Date.now() % 1_000_000)),
      only: { type: 'string' },
      workers: text('2'),
      inputs: text('Infinity'),
    },
  });
  const only = values.only?.split(',');
  const unknown = only?.find((it) => !names.includes(it));
  if (unknown !== undefined) throw new TypeError(`fuzz: --only must name families: ${names.join(', ')}.`);
  return {
    minutes: positive('minutes', values.minutes),
    seed: Math.trunc(positive('seed', values.seed)),
    only,
    workers: Math.trunc(positive('workers', values.workers)),
    inputs: positive('inputs', values.inputs),
  };
}
