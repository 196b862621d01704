import type { SourceCall } from '../data-source.ts';
import type { Exchange } from '../exchange.ts';

/** Runs a write in a transaction of its source, where the source has them. */
export function inTransaction<Result>(
  { source, call }: Pick<Exchange, 'source' | 'call'>,
  run: (call: SourceCall) => Promise<Result>,
): Promise<Result> {
  return source.transaction === undefined ? run(call) : source.transaction(run, call);
}
