import type { ResourceType } from '@linkage/core';
import { describeValue } from '@linkage/core/internal';
import { resourceNotFound } from '../reading/find-resource.ts';

/**
 * Checks the result of a write: true for success, false for a resource that does not exist.
 *
 * @throws {JsonApiError} 404 for false.
 * @throws {TypeError} For any other value, because it does not show whether something was written.
 */
export function assertWritten(type: ResourceType, method: 'delete' | 'relate', written: unknown): void {
  if (written === false) throw resourceNotFound(type);
  if (written !== true)
    throw new TypeError(
      `\`${type.name}.${method}\` must return true or false, but it returned ${describeValue(written)}.`,
    );
}
