import type { ConditionalContext } from '../reading/conditional/conditional-context.ts';
import type { SourceCall } from '../sources/data-source.ts';

/** Runs a write in a transaction if its source supports transactions. */
export function inTransaction<Result>(
  { source, call }: Pick<ConditionalContext, 'source' | 'call'>,
  run: (call: SourceCall) => Promise<Result>,
): Promise<Result> {
  return source.transaction === undefined ? run(call) : source.transaction(run, call); // sabotage: write-runs-outside-transaction
}
