import type { ResourceType } from '@linkage/core';
import { resourceNotFound } from '../loading/find-resource.ts';

/**
 * Checks what a source says of a write: true for done, false for a resource that does not exist.
 *
 * @throws {JsonApiError} 404 for false.
 * @throws {TypeError} For anything else: whether something was written is not known then.
 */
export function assertWritten(type: ResourceType, method: 'delete' | 'relate', written: unknown): void {
  if (written === false) throw resourceNotFound(type);
  if (written !== true) throw new TypeError(`The source of ${type.name}: ${method} gives true or false.`);
}
