import type { ErrorObject } from '../spec/document/error-object.ts';
import { causeOf, pointerOf } from './error-parts.ts';
import { JsonApiError } from './json-api-error.ts';

/**
 * Returns an error with other pointers. Parameters and headers do not belong to the request of an operation, so the pointer
 * replaces them. Returns any other thrown value unchanged.
 *
 * @param place Returns the new pointer of an error object. Receives its present pointer.
 */
export function withPointers(
  thrown: unknown,
  place: (pointer: string | undefined, error: ErrorObject) => string,
): unknown {
  if (!JsonApiError.is(thrown)) return thrown;
  const { status, headers } = thrown;
  const errors = thrown.errors.map((error) => ({ ...error, source: { pointer: place(pointerOf(error), error) } }));
  return new JsonApiError(errors, { status, headers, cause: causeOf(thrown) });
}

/** Returns the error of an operation in a larger request document: every pointer begins with the pointer of the operation. */
export function pointersBelow(prefix: string, thrown: unknown): unknown {
  // An error about the whole operation, or about its target, points to the operation.
  return withPointers(thrown, (inner = '') => `${prefix}${inner}`);
}
