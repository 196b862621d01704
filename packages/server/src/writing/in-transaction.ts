import type { OperationContext } from '../reading/conditional/operation-context.ts';
import type { Route } from '../request/route.ts';
import type { RuledRequest } from '../rules/context.ts';
import type { VisibleSource } from '../rules/permitted.ts';
import type { Awaitable, SourceCall } from '../sources/port/data-source.ts';

/** Runs a write in a transaction if its source supports transactions. The source can run it again, in a new transaction. */
export function inTransaction<Kind extends Route['kind'], Request extends RuledRequest, Result>(
  operation: OperationContext<Kind, Request> & { readonly source: VisibleSource },
  run: (inside: OperationContext<Kind, Request>) => Awaitable<Result>,
): Awaitable<Result> {
  const { source, call } = operation;
  const attempt = (inner: SourceCall): Awaitable<Result> => run(operation.with({ call: inner }));
  if (source.transaction === undefined) return attempt(call);
  // The gateway accepts work that answers at once.
  return source.transaction(attempt as (inner: SourceCall) => Promise<Result>, call);
}
