import { parseArgs } from 'node:util';
import { requestLimits } from '../../atlas/src/limits.ts';

/** The options of `npm run overload`. */
export interface OverloadOptions {
  /** The duration of each phase. */
  readonly seconds: number;
  readonly limits: { readonly concurrency: number; readonly queue: number; readonly loopDelay: number };
  /** Whether the limits are those of the atlas. Only then, the figures are written. */
  readonly isDefault: boolean;
}

function readNumber(name: string, text: string | undefined, fallback: number, [least, most]: [number, number]): number {
  if (text === undefined) return fallback;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new TypeError(`--${name} must be a whole number from ${least} to ${most}, but it is ${JSON.stringify(text)}.`);
}

/**
 * Reads the arguments.
 *
 * @throws {TypeError} If an option is unknown, or a number is invalid.
 */
export function readOverloadOptions(args: readonly string[]): OverloadOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string' },
      concurrency: { type: 'string' },
      queue: { type: 'string' },
      'loop-delay': { type: 'string' },
    },
  });
  const { seconds, concurrency, queue, 'loop-delay': loopDelay } = values;
  return {
    seconds: readNumber('seconds', seconds, 20, [8, 600]),
    limits: {
      concurrency: readNumber('concurrency', concurrency, requestLimits.concurrency, [1, 100_000]),
      queue: readNumber('queue', queue, requestLimits.queue, [0, 100_000]),
      loopDelay: readNumber('loop-delay', loopDelay, requestLimits.loopDelay, [0, 100_000]),
    },
    isDefault: concurrency === undefined && queue === undefined && loopDelay === undefined,
  };
}

/** Returns the limits as the page of reliability names them. */
export function limitsText({ concurrency, queue, loopDelay }: OverloadOptions['limits']): string {
  return `\`concurrency\` ${concurrency}, \`queue\` ${queue}, \`loopDelay\` ${loopDelay}`;
}
