import type { Key } from './key.ts';

/**
 * Groups the rows of a statement that reads the members of many resources: the result of `related`. Each parent has an
 * entry, even without members.
 */
export function groupMembers(
  parentIds: readonly string[],
  rows: readonly { readonly parent: unknown; readonly id: unknown }[],
): ReadonlyMap<string, { readonly records: readonly Key[] }> {
  const groups = new Map(parentIds.map((id) => [id, { records: [] as Key[] }]));
  for (const { parent, id } of rows) groups.get(String(parent))?.records.push(id as Key);
  return groups;
}
