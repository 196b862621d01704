import { toIdString } from '@linkage/core/records';

/**
 * Returns the id of a source's record as a string.
 *
 * @throws {TypeError} If the record does not have an id: an error of the source.
 */
export function idOf(type: string, record: unknown): string {
  const id = typeof record === 'object' && record !== null ? (record as { readonly id?: unknown }).id : undefined;
  return toIdString(id, () => `Record from the source of "${type}"`);
}
