import fc from 'fast-check';
import type { Family } from './family.ts';
import type { FuzzWorker } from './fuzz-worker.ts';
import type { Finding } from './run-batch.ts';
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
const waits: readonly number[] = [5, 150];

/**
 * Runs the inputs of a batch one by one, each with a subject of its own. Returns the smallest one that hangs, ends the process, fails
 * late, or has another problem; `undefined` if all are fine alone.
 */
export async function isolate(
  family: Family,
  { seed, size }: BatchRequest,
  worker: FuzzWorker,
  limits: FuzzLimits,
): Promise<Finding | undefined> {
  for (const wait of waits) {
    const problemOf = async (input: unknown): Promise<string | undefined> => {
      const answer = await worker.runInput({ family: family.name, input, wait }, limits.input);
      return typeof answer === 'string' ? answer : answer.problem;
    };
    let last: Finding | undefined;
    const property = fc.asyncProperty(family.inputs, async (input) => {
      const problem = await problemOf(input);
      if (problem === undefined) return;
      last = { family: family.name, problem, input };
      throw new Error(signatureOf(family.name, problem));
    });
    await fc.check(property, { seed, numRuns: size, interruptAfterTimeLimit: limits.search });
    // In another process once more: an error that came late can be the one of an earlier input.
    worker.close();
    const problem = last === undefined ? undefined : await problemOf(last.input);
    if (last !== undefined && problem !== undefined) return { ...last, problem };
  }
  return undefined;
}
