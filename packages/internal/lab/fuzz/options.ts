import { parseArgs } from 'node:util';

/** The options of a run. */
export interface FuzzOptions {
  readonly minutes: number;
  readonly seed: number;
  /** The names of kinds. Default: all. */
  readonly only: readonly string[] | undefined;
  readonly workers: number;
  /** The number of inputs after which the run ends, if it is reached before the time. */
  readonly inputs: number;
  /** The seed of the only batch to run, of the only kind. */
  readonly batch: number | undefined;
}

export const usage =
  'Usage: npm run fuzz -- [--minutes N] [--seed S] [--only kind,kind] [--workers N] [--inputs N] [--batch S]';

/** More processes than this are a mistake. */
const MAX_WORKERS = 64;

function positive(name: string, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new TypeError(`\`--${name}\` must be a number above 0, but it is ${JSON.stringify(text)}.`);
}

function whole(name: string, text: string, least: number, most: number = Number.MAX_SAFE_INTEGER): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  const bounds = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new TypeError(`\`--${name}\` must be a whole number ${bounds}, but it is ${JSON.stringify(text)}.`);
}

function kindsOf(text: string, names: readonly string[]): readonly string[] {
  const only = text.split(',');
  const unknown = only.find((it) => !names.includes(it));
  if (unknown === undefined) return only;
  throw new TypeError(`\`--only\` must name kinds: ${names.join(', ')}. Unknown kind ${JSON.stringify(unknown)}.`);
}

/**
 * Reads the arguments of the command.
 *
 * @throws {TypeError} If an option is unknown, or its value is not valid.
 */
export function readFuzzOptions(argv: readonly string[], names: readonly string[]): FuzzOptions {
  const string = { type: 'string' } as const;
  const options = { minutes: string, seed: string, only: string, workers: string, inputs: string, batch: string };
  const { values } = parseArgs({ args: [...argv], options });
  const only = values.only === undefined ? undefined : kindsOf(values.only, names);
  const batch = values.batch === undefined ? undefined : whole('batch', values.batch, 0, 2 ** 31 - 1);
  if (batch !== undefined && only?.length !== 1) throw new TypeError('`--batch` requires `--only` with one kind.');
  return {
    minutes: positive('minutes', values.minutes ?? '2'),
    seed: whole('seed', values.seed ?? String((Date.now() % 1_000_000) + 1), 0),
    only,
    workers: whole('workers', values.workers ?? '2', 1, MAX_WORKERS),
    inputs: values.inputs === undefined ? Number.POSITIVE_INFINITY : whole('inputs', values.inputs, 1),
    batch,
  };
}
