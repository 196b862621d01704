interface NameHandlers {
  readonly removed: (name: string) => void;
  readonly added: (name: string) => void;
}

interface EntryHandlers<Value> {
  readonly removed: (name: string, value: Value) => void;
  readonly both: (name: string, before: Value, after: Value) => void;
  readonly added: (name: string, value: Value) => void;
}

/** Calls a function for the names that only the first, and only the second list has. */
export function compareNames(before: Iterable<string>, after: Iterable<string>, handlers: NameHandlers): void {
  const namesOf = (names: Iterable<string>) => Array.from(names, (name) => [name, name] as const);
  compareEntries(namesOf(before), namesOf(after), { ...handlers, both: () => undefined });
}

/** Calls a function for the entries that only the first, both, and only the second has. */
export function compareEntries<Value>(
  before: Iterable<readonly [string, Value]>,
  after: Iterable<readonly [string, Value]>,
  { removed, both, added }: EntryHandlers<Value>,
): void {
  const [left, right] = [new Map(before), new Map(after)];
  for (const [name, value] of left) {
    // `get` returns undefined for an absent name as well as for an undefined value.
    if (right.has(name)) both(name, value, right.get(name) as Value);
    else removed(name, value);
  }
  for (const [name, value] of right) if (!left.has(name)) added(name, value);
}
