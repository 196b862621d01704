import { createFuzzWorker } from './fuzz-worker.ts';
import type { InputKind } from './input-kind.ts';

/** The longest time of an input, in milliseconds. */
const MAX = 10_000;

/** Runs inputs in a process of their own, which loads the kinds from a module. Returns what is wrong. */
export async function replay(
  module: string,
  { name }: InputKind,
  inputs: readonly unknown[],
): Promise<string | undefined> {
  const worker = createFuzzWorker(module);
  try {
    const reply = await worker.runInputs({ kind: name, inputs, wait: 50 }, MAX);
    return typeof reply === 'string' ? reply : reply.problem;
  } finally {
    worker.close();
  }
}
