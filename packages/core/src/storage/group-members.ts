/**
 * Groups the rows of a statement that reads the members of many resources: the result of `related`. Each parent has an
 * entry, even without members.
 */
export function groupMembers<Member>(
  parentIds: readonly string[],
  rows: readonly { readonly parent: unknown; readonly id: Member }[],
): Map<string, { readonly records: Member[] }> {
  const groups = new Map(parentIds.map((id) => [id, { records: [] as Member[] }]));
  for (const { parent, id } of rows) groups.get(String(parent))?.records.push(id);
  return groups;
}
