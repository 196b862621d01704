import { toIdString } from '@linkage/core/records';

/**
 * The id of a source's record as it goes on the wire.
 *
 * @throws {TypeError} It has none; this is the source's mistake.
 */
export function idOf(type: string, record: unknown): string {
  const id = typeof record === 'object' && record !== null ? (record as { readonly id?: unknown }).id : undefined;
  return toIdString(id, () => `Record from the source of "${type}"`);
}
