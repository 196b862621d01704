import { JsonApiError } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';

const refusals = new WeakSet<object>();

/** Creates the cause of a 403: the reason why the access rules refuse a request, for developers. Clients never receive it. */
export function createRefusal(reason: string): Error {
  const refusal = new Error(reason);
  refusals.add(refusal);
  return refusal;
}

/** Returns the reason of an error that access rules caused, or undefined for any other error. */
export function refusalOf(thrown: unknown): string | undefined {
  try {
    if (!JsonApiError.is(thrown)) return undefined;
    const cause = fieldOf(thrown, 'cause');
    return cause instanceof Error && refusals.has(cause) ? cause.message : undefined;
  } catch {
    // A source can throw any value, also one whose members throw.
    return undefined;
  }
}
