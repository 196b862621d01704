import { type ErrorObject, JsonApiError } from '@linkage/core';
import { withIssueOf } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';

function below(prefix: string, error: ErrorObject): ErrorObject {
  const source = fieldOf(error, 'source') as ErrorObject['source'];
  // An error about the whole operation, or about its target, points to the operation.
  const inner = source && fieldOf(source, 'pointer');
  const pointer = inner === undefined ? prefix : `${prefix}${inner}`;
  return withIssueOf(error, { ...error, source: { pointer } });
}

/**
 * Returns the error of an operation in a larger request document: every pointer begins with the pointer of the
 * operation. Parameters and header fields do not belong to the request, so the pointer replaces them.
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
