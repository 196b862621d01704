import { type Awaitable, andThen, isPromise, orElse } from '@linkage/core/internal';
import type { SourceCall } from '../port/data-source.ts';
import { callWithin } from '../port/source-call.ts';
import type { CallWatch } from './call-watch.ts';
import { knownRows } from './known-rows.ts';
import { assertOutside, runInside } from './open-transactions.ts';

/** Begins a transaction, and runs work in it. */
type Begin<Result, Call> = (run: (call: Call) => Awaitable<Result>, call: Call) => Awaitable<unknown>;

/**
 * Returns the result of the work in a transaction, regardless of what the source returns. A transaction that never
 * runs, or that hides a failure, must not count as a write. At the time limit, the work of the transaction fails, whatever it
 * waits for, so that the source rolls back and frees its connection.
 *
 * @param where The name of the method in messages.
 * @param group Identifies the transactions that can wait for this one.
 * @throws {TypeError} If code of the application sends a write from within a transaction of the same group.
 */
export function runTransaction<Result, Call extends SourceCall>(
  watch: CallWatch,
  where: string,
  group: unknown,
  begin: Begin<Result, Call>,
  run: (call: Call) => Awaitable<Result>,
  call: Call,
): Awaitable<Result> {
  let outcome: PromiseSettledResult<Result> | undefined;
  const runOnce = (given: Call): Awaitable<Result> => {
    const inner = callWithin(given, watch);
    const inside = (): Awaitable<Result> => {
      const work = watch.runsApplication ? runInside(watch, group, () => run(inner)) : run(inner);
      return andThen(isPromise(work) ? watch.wait(work, 0, where) : work, (value) => {
        // If it is too late to respond, it is too late to commit.
        watch.check();
        outcome = { status: 'fulfilled', value };
        return value;
      });
    };
    return orElse(inside, (reason) => {
      outcome = { status: 'rejected', reason };
      // A source with savepoints undoes what a transaction within another one wrote, so what was read of it is wrong.
      knownRows(call)?.clear();
      // A transaction that joined another one is undone with it.
      if (inner.transaction !== undefined && inner.transaction !== call.transaction) watch.onRollback(inner);
      throw reason;
    });
  };
  watch.check();
  assertOutside(watch, group, where);
  const begun = begin(runOnce, call);
  return andThen(isPromise(begun) ? watch.wait(begun, 0, where) : begun, () => {
    if (outcome === undefined)
      throw new TypeError(`\`${where}\` must call the function that is passed to it, but it did not.`);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}
