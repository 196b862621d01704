/** Calls a function for the names that only the first, both, and only the second value has. */
export function compareNames(
  before: Iterable<string>,
  after: Iterable<string>,
  {
    removed,
    both = () => undefined,
    added,
  }: {
    readonly removed: (name: string) => void;
    readonly both?: (name: string) => void;
    readonly added: (name: string) => void;
  },
): void {
  const [left, right] = [new Set(before), new Set(after)];
  for (const name of left) {
    if (right.has(name)) both(name);
    else removed(name);
  }
  for (const name of right) if (!left.has(name)) added(name);
}
