import type { AnySource } from '../source/any-source.ts';
import type { DataSource, SourceCall } from '../source/data-source.ts';
import type { Deadline } from './deadline.ts';

/**
 * A transaction comes to what was done in it, whatever its source says: one that never ran, or that hides a failure, must
 * not pass for a write.
 */
export async function runTransaction<Result, Call extends SourceCall>(
  { deadline }: { readonly deadline: Deadline },
  type: string,
  source: AnySource,
  run: (call: Call) => Promise<Result>,
  call: Call,
): Promise<Result> {
  let outcome:
    | { readonly failed: false; readonly result: Result }
    | { readonly failed: true; readonly failure: unknown }
    | undefined;
  const runOnce = async (inner: Call): Promise<Result> => {
    try {
      const result = await run(inner);
      // Too late for an answer is too late for a commit.
      deadline.check();
      outcome = { failed: false, result };
      return result;
    } catch (failure) {
      outcome = { failed: true, failure };
      throw failure;
    }
  };
  deadline.check();
  const { transaction } = source as Required<DataSource>;
  await deadline.wait(transaction.call(source, runOnce as never, call), 0, `${type}.transaction`);
  if (outcome === undefined) throw new TypeError(`The transaction of ${type} did not run what it was given.`);
  if (outcome.failed) throw outcome.failure;
  return outcome.result;
}
