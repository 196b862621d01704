import { JsonApiError } from '@linkage/core';
import { causeOf } from '@linkage/core/internal';

/** The reasons, by the causes of errors. */
const reasons = new WeakMap<object, string>();

/** Creates the cause of a 403: the reason why the access rules reject a request, for developers. Clients receive it only with the option `debug`. */
export function createRejection(reason: string): Error {
  const rejection = new Error(reason);
  reasons.set(rejection, reason);
  return rejection;
}

/** Returns the reason of an error that access rules caused, or undefined for any other error. */
export function rejectionOf(thrown: unknown): string | undefined {
  try {
    return JsonApiError.is(thrown) ? reasons.get(thrown.cause as object) : undefined;
  } catch {
    // A source can throw any value, also one whose members throw.
    return undefined;
  }
}

/**
 * Asserts that the server can show rejections to its clients.
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

/** Returns the error of a rejected request with the reason in `meta` of its error objects. */
export function withRejection(rejected: unknown, rejection: string): unknown {
  if (!JsonApiError.is(rejected)) return rejected;
  const errors = rejected.errors.map((error) => ({ ...error, meta: { ...error.meta, rejection } }));
  return new JsonApiError(errors, { headers: rejected.headers, cause: causeOf(rejected) });
}
