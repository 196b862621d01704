import type { Turn, TurnKind } from '../pipeline/turn.ts';
import { remembering } from '../sources/gateway/attempt-memory.ts';
import type { SourceCall } from '../sources/port/data-source.ts';

/** Runs a write in a transaction if its source supports transactions. The source can run it again, in a new transaction. */
export function inTransaction<Kind extends Exclude<TurnKind, 'endpoint'>, Result>(
  turn: Turn<Kind>,
  run: (inside: Turn<Kind>) => Promise<Result>,
): Promise<Result> {
  const { source, call } = turn as unknown as Turn;
  const attempt = (inner: SourceCall): Promise<Result> => run(turn.with({ call: remembering(inner) }));
  return source.transaction === undefined ? attempt(call) : source.transaction(attempt, call);
}
