import type { RecordId } from '@linkage/core';

/**
 * The id of a source's record as it goes on the wire.
 *
 * @throws {TypeError} It has none; this is the source's mistake.
 */
export function idOf(type: string, record: unknown): string {
  const id = typeof record === 'object' && record !== null ? (record as { readonly id?: RecordId }).id : undefined;
  if (typeof id === 'string' || typeof id === 'bigint' || Number.isSafeInteger(id)) return String(id);
  throw new TypeError(`The source of ${type} gave a record without a usable id.`);
}
