const FEW = 16;

/** The members of a comma-separated list, each once; an empty text is an empty list. */
export function splitList(value: string): string[] {
  if (value === '') return [];
  const members = value.split(',');
  // A set costs more than looking through a list of a few.
  if (members.length <= FEW && members.every((member, index) => members.indexOf(member) === index)) return members;
  return [...new Set(members)];
}
