import { toIdString } from '@linkage/core/records';

/**
 * Returns the id of a source's record as a string.
 *
 * @throws {TypeError} If the record does not have an id: an error of the source.
 */
export function idOf(type: string, record: unknown): string {
  const id = typeof record === 'object' && record !== null ? (record as { readonly id?: unknown }).id : undefined;
  // Called for every record: a function for a message that is not needed would cost as much memory as the record.
  return typeof id === 'string' ? id : toIdString(id, () => `Record from the source of "${type}"`);
}
