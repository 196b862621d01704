import type { AnySource } from '../source/any-source.ts';
import type { DataSource, SourceCall } from '../source/data-source.ts';
import type { Deadline } from './deadline.ts';

/**
 * Returns the result of the work in a transaction, regardless of what the source returns. A transaction that never
 * runs, or that hides a failure, must not count as a write.
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
      // If it is too late to respond, it is too late to commit.
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
  if (outcome === undefined)
    throw new TypeError(`\`${type}.transaction\` must call the function that is passed to it, but it did not.`);
  if (outcome.failed) throw outcome.failure;
  return outcome.result;
}
