import { describeValue } from '../../internal/describe-value.ts';
import { isObject } from '../../internal/members.ts';
import type { RecordMembership } from './record.ts';
import { LinkedRecord } from './reference.ts';

/**
 * Adds the data of a membership to a related record, or to an id or an identifier. Documents contain what the relationship declares in
 * `member`, as `meta` of the identifier.
 *
 * @param data The data by name, such as the row of a join table. Undeclared members never appear in a document.
 * @throws {TypeError} If the data is not an object.
 * @example
 * const record = { ...clinic, doctors: rows.map((row) => membership(row.doctor, row)) };
 */
export function membership<const Related, const Data extends object>(
  record: Related,
  data: Data,
): RecordMembership<Related, Data> {
  if (!isObject(data)) throw new TypeError(`membership: \`data\` must be an object, but it is ${describeValue(data)}.`);
  return new LinkedRecord(undefined as never, undefined as never, record as object, data) as never;
}
