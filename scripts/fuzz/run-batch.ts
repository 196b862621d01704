import fc from 'fast-check';
import type { Family } from './family.ts';
import { runFirst, runInput, signatureOf } from './run-input.ts';

/** A problem, with the smallest input that has it. */
export interface Finding {
  readonly family: string;
  readonly problem: string;
  /** `null` if no single input has the problem. */
  readonly input: unknown;
}

/** The result of a batch. */
export interface BatchResult {
  readonly inputs: number;
  readonly findings: readonly Finding[];
}

/** The longest time for the search of the smallest input, in milliseconds. */
const SHRINK_TIME = 20_000;

/** Runs inputs of a family, all of which follow from the seed. Problems with a known signature are not reported again. */
export async function runBatch(
  family: Family,
  seed: number,
  numRuns: number,
  known: Set<string>,
): Promise<BatchResult> {
  let inputs = 0;
  const subject = await family.open();
  let last: Finding | undefined;
  const property = fc.asyncProperty(family.inputs, async (input) => {
    inputs++;
    // While the smallest input is searched, a new subject shows what only the first input of a subject has.
    const found = (await runInput(family, subject, input)) ?? (last && (await runFirst(family, input)));
    if (found === undefined || known.has(signatureOf(family.name, found))) return;
    last = { family: family.name, problem: found, input };
    throw new Error(signatureOf(family.name, found));
  });
  try {
    const { failed, counterexample } = await fc.check(property, {
      seed,
      numRuns,
      interruptAfterTimeLimit: SHRINK_TIME,
    });
    if (!failed || last === undefined) return { inputs, findings: [] };
    const input = counterexample?.[0] ?? last.input;
    // Once more: the smallest input need not have the problem of the first one.
    const problem = (await runFirst(family, input)) ?? (await runInput(family, subject, input)) ?? last.problem;
    known.add(signatureOf(family.name, problem)).add(signatureOf(family.name, last.problem));
    return { inputs, findings: [{ family: family.name, problem, input }] };
  } finally {
    await subject.close?.();
  }
}
