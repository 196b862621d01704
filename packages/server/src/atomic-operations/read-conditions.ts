import { type ErrorObject, errorObject, JsonApiError } from '@linkage/core';
import type { AtomicOperation } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';

/**
 * Reads `meta.ifMatch` of each operation: the entity tag that its target must have.
 *
 * @throws {JsonApiError} 400 if a value is not a string.
 */
export function readConditions(
  operations: readonly AtomicOperation[],
  mostErrors: number,
): readonly (string | undefined)[] {
  const errors: ErrorObject[] = [];
  const conditions = operations.map(({ meta, pointer }) => {
    const ifMatch = meta && fieldOf(meta, 'ifMatch');
    if (ifMatch === undefined || typeof ifMatch === 'string') return ifMatch;
    const detail = '`meta.ifMatch` must be an entity tag as a string.';
    errors.push(errorObject('DOCUMENT_INVALID', detail, { source: { pointer: `${pointer}/meta/ifMatch` } }));
    return undefined;
  });
  if (errors.length > 0) throw new JsonApiError(errors.slice(0, Math.max(1, mostErrors)));
  return conditions;
}
