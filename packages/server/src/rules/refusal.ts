import { JsonApiError } from '@linkage/core';

/** The reasons, by the causes of errors. */
const reasons = new WeakMap<object, string>();

/** Creates the cause of a 403: the reason why the access rules refuse a request, for developers. Clients never receive it. */
export function createRefusal(reason: string): Error {
  const refusal = new Error(reason);
  reasons.set(refusal, reason);
  return refusal;
}

/** Returns the reason of an error that access rules caused, or undefined for any other error. */
export function refusalOf(thrown: unknown): string | undefined {
  try {
    return JsonApiError.is(thrown) ? reasons.get(thrown.cause as object) : undefined;
  } catch {
    // A source can throw any value, also one whose members throw.
    return undefined;
  }
}
