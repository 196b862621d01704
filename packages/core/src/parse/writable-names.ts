/** Returns the names of the fields that requests can set: only these are useful suggestions. */
export function writableNames(
  fields: ReadonlyMap<string, { readonly name: string; readonly write: boolean }>,
): string[] {
  return [...fields.values()].filter(({ write }) => write).map(({ name }) => name);
}
