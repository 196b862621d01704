import { toIdString } from '@linkage/core/records';

const placeOf = (type: string): string => `Record from the source of "${type}"`;

/**
 * Returns the id of a source's record as a string.
 *
 * @throws {TypeError} If the record does not have an id: an error of the source.
 */
export function idOf(type: string, record: unknown): string {
  const id = typeof record === 'object' && record !== null ? (record as { readonly id?: unknown }).id : undefined;
  // A closure would cost as much memory for each record as the record, also if it is not needed.
  return typeof id === 'string' ? id : toIdString(id, placeOf.bind(undefined, type));
}
