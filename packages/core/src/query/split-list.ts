/** The members of a comma-separated list; an empty text is an empty list. */
export function splitList(value: string): string[] {
  return value === '' ? [] : value.split(',');
}
