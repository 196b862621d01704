import { isPromise } from '@linkage/core/internal';
import type { SafeSpan } from './call-watch.ts';

/** Runs work, and ends its span when the work has ended. */
export function endOf(span: SafeSpan, work: () => unknown): unknown {
  const fail = (reason: unknown): never => {
    span.end({ failed: true });
    throw reason;
  };
  const end = (result: unknown): unknown => {
    span.end({ failed: false });
    return result;
  };
  let result: unknown;
  try {
    result = work();
  } catch (reason) {
    return fail(reason);
  }
  return isPromise(result) ? result.then(end, fail) : end(result);
}
