import fc from 'fast-check';
import { fewestInputs } from './fewest-inputs.ts';
import type { InputKind } from './input-kind.ts';
import { runFirst, runInput, signatureOf } from './run-input.ts';

/** A problem, with the smallest input that has it. */
export interface Finding {
  readonly kind: string;
  readonly problem: string;
  /** `null` if no inputs of the batch repeat the problem. */
  readonly input: unknown;
  /** Inputs that the same subject must run before, if a new subject does not have the problem. */
  readonly before?: readonly unknown[];
}

/** The result of a batch. */
export interface BatchResult {
  readonly inputs: number;
  readonly findings: readonly Finding[];
}

/** The longest time for the search of the smallest input, in milliseconds. */
const SHRINK_TIME = 20_000;

/** Returns a finding with the inputs that one subject must run for it. `run` returns what is wrong with inputs in their order. */
export async function sequenceOf(
  finding: Finding,
  ran: readonly unknown[],
  run: (inputs: readonly unknown[]) => Promise<string | undefined>,
  milliseconds: number,
): Promise<Finding> {
  let problem = await run(ran);
  if (problem === undefined) return finding;
  const fails = async (inputs: readonly unknown[]): Promise<boolean> => {
    const found = await run(inputs);
    problem = found ?? problem;
    return found !== undefined;
  };
  const needed = await fewestInputs(ran, fails, milliseconds);
  const before = needed.slice(0, -1);
  return { ...finding, problem, input: needed.at(-1), ...(before.length > 0 && { before }) };
}

/** Runs inputs of a kind, all of which follow from the seed. Problems with a known signature are not reported again. */
export async function runBatch(
  kind: InputKind,
  seed: number,
  numRuns: number,
  known: Set<string>,
): Promise<BatchResult> {
  let inputs = 0;
  const subject = await kind.open();
  /** The inputs up to the first one with a problem. */
  const ran: unknown[] = [];
  let last: Finding | undefined;
  const property = fc.asyncProperty(kind.inputs, async (input) => {
    inputs++;
    if (last === undefined) ran.push(input);
    // While the smallest input is searched, a new subject shows what only the first input of a subject has.
    const found = (await runInput(kind, subject, input)) ?? (last && (await runFirst(kind, [input])));
    if (found === undefined || known.has(signatureOf(kind.name, found))) return;
    last = { kind: kind.name, problem: found, input };
    throw new Error(signatureOf(kind.name, found));
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
    const alone = await runFirst(kind, [input]);
    const finding =
      alone === undefined
        ? await sequenceOf(last, ran, (all) => runFirst(kind, all), SHRINK_TIME)
        : { kind: kind.name, problem: alone, input };
    for (const { problem } of [finding, last]) known.add(signatureOf(kind.name, problem));
    return { inputs, findings: [finding] };
  } finally {
    await subject.close?.();
  }
}
