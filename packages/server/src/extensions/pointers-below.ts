import { type ErrorObject, JsonApiError } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';

function below(prefix: string, error: ErrorObject): ErrorObject {
  const source = fieldOf(error, 'source') as ErrorObject['source'];
  // An error about the whole operation, or about its target, is at the operation.
  const own = source && fieldOf(source, 'pointer');
  const pointer = own === undefined ? prefix : `${prefix}${own}`;
  return { ...error, source: { pointer } };
}

/**
 * The error of an operation that stands somewhere in a larger request document: every pointer begins where the operation
 * stands. Parameters and header fields are not those of the request, so they give way to the pointer.
 */
export function pointersBelow(prefix: string, thrown: unknown): unknown {
  if (!JsonApiError.is(thrown)) return thrown;
  const { status, headers } = thrown;
  const cause = fieldOf(thrown, 'cause');
  return new JsonApiError(
    thrown.errors.map((error) => below(prefix, error)),
    { status, headers, cause },
  );
}
