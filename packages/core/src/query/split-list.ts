const SMALL_LIST = 16;

/** Splits a comma-separated list and removes duplicates. An empty text is an empty list. */
export function splitList(value: string): string[] {
  if (value === '') return [];
  const members = value.split(',');
  // For short lists, searching is faster than a set.
  if (members.length <= SMALL_LIST && members.every((member, index) => members.indexOf(member) === index))
    return members;
  return [...new Set(members)];
}
