import fc from 'fast-check';
import type { FuzzWorker } from './fuzz-worker.ts';
import type { InputKind } from './input-kind.ts';
import { type Finding, sequenceOf } from './run-batch.ts';
import { signatureOf } from './run-input.ts';
import type { BatchRequest } from './worker.ts';

/** The longest times, in milliseconds. */
export interface FuzzLimits {
  /** For a batch, with the search of the smallest input. */
  readonly batch: number;
  /** For an input alone. */
  readonly input: number;
  /** For the search of an input that ends or hangs its process, or fails late. */
  readonly search: number;
}

/** How long a process waits for late errors after each input, in milliseconds. The second search finds errors of timers. */
const SHORT_WAIT = 5;
const LONG_WAIT = 150;
/** The longest time for each further input of one subject, in milliseconds. */
const MAX_OF_MANY = 100;

/**
 * Runs the inputs of a batch one by one, each with a new subject. Returns the smallest one that hangs, ends the process, fails late, or
 * has another problem; if all are fine alone, a few that do so one after the other; `undefined` if none do.
 */
export async function isolate(
  kind: InputKind,
  { seed, size }: BatchRequest,
  worker: FuzzWorker,
  limits: FuzzLimits,
): Promise<Finding | undefined> {
  for (const usual of [SHORT_WAIT, LONG_WAIT]) {
    const problemOf = async (inputs: readonly unknown[], wait: number = usual): Promise<string | undefined> => {
      const longest = limits.input + MAX_OF_MANY * (inputs.length - 1);
      const reply = await worker.runInputs({ kind: kind.name, inputs, wait }, longest);
      return typeof reply === 'string' ? reply : reply.problem;
    };
    let last: Finding | undefined;
    const property = fc.asyncProperty(kind.inputs, async (input) => {
      const problem = await problemOf([input]);
      if (problem === undefined) return;
      last = { kind: kind.name, problem, input };
      throw new Error(signatureOf(kind.name, problem));
    });
    await fc.check(property, { seed, numRuns: size, interruptAfterTimeLimit: limits.search });
    // In another process once more: an error that came late can be the one of an earlier input.
    worker.close();
    const problem = last === undefined ? undefined : await problemOf([last.input]);
    if (last !== undefined && problem !== undefined) return { ...last, problem };
    // Not alone: with the inputs before it, of one subject.
    const all = fc.sample(kind.inputs, { seed, numRuns: size });
    const found = await sequenceOf({ kind: kind.name, problem: '', input: null }, all, problemOf, limits.search);
    if (found.input === null) continue;
    worker.close();
    const sequence = [...(found.before ?? []), found.input];
    if ((await problemOf(sequence)) === undefined) continue;
    // One of them alone is enough if its error comes after a longer time.
    for (const input of sequence) {
      await worker.rest(LONG_WAIT);
      const late = await problemOf([input], LONG_WAIT);
      if (late !== undefined) return { kind: kind.name, problem: late, input };
    }
    return found;
  }
  return undefined;
}
