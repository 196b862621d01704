import type { Key } from '../columns/key.ts';

/**
 * Groups the rows of a statement that reads the members of many resources: the result of `related`. Each parent has an
 * entry, even without members. `id` is the id of a member, or its record.
 */
export function groupMembers<Member = Key>(
  parentIds: readonly string[],
  rows: readonly { readonly parent: unknown; readonly id: Member }[],
): ReadonlyMap<string, { readonly records: readonly Member[] }> {
  const groups = new Map(parentIds.map((id) => [id, { records: [] as Member[] }]));
  for (const { parent, id } of rows) groups.get(String(parent))?.records.push(id);
  return groups;
}
