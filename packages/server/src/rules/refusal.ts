import { JsonApiError } from '@linkage/core';
import { causeOf } from '@linkage/core/internal';

/** The reasons, by the causes of errors. */
const reasons = new WeakMap<object, string>();

/** Creates the cause of a 403: the reason why the access rules refuse a request, for developers. Clients receive it only with the option `debug`. */
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

/**
 * Asserts that the server can show refusals to its clients.
 *
 * @throws {TypeError} If the process does not say that it is for development or tests.
 */
export function assertDebug(debug: boolean): void {
  const { process } = globalThis as { readonly process?: { readonly env?: { readonly NODE_ENV?: string } } };
  const environment = process?.env?.NODE_ENV;
  if (!debug || environment === 'development' || environment === 'test') return;
  throw new TypeError(
    'createServer: `debug` shows what users cannot read, so `NODE_ENV` must be "development" or "test". Write `debug: process.env.NODE_ENV === \'development\'`.',
  );
}

/** Returns the error of a refused request with the reason in `meta` of its error objects. */
export function withRefusal(refused: unknown, refusal: string): unknown {
  if (!JsonApiError.is(refused)) return refused;
  const errors = refused.errors.map((error) => ({ ...error, meta: { ...error.meta, refusal } }));
  return new JsonApiError(errors, { headers: refused.headers, cause: causeOf(refused) });
}
