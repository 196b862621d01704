/** The kinds of components that a document has. */
export type ComponentKind = 'schemas' | 'parameters' | 'requestBodies' | 'responses' | 'headers';

/** A reference to a component. */
export interface Reference {
  readonly $ref: string;
}

/** The components of one document. Two components of one kind never have the same name. */
export interface Components {
  /** Returns the name for a key of the caller: the wanted name, or with a number if another key has it. */
  readonly nameOf: (kind: ComponentKind, key: string, wanted: string) => string;
  /** Sets the component with a name. */
  readonly set: (kind: ComponentKind, name: string, value: unknown) => void;
  /** Adds a component, or returns the reference to an equal one. */
  readonly share: (kind: ComponentKind, wanted: string, value: object) => Reference;
  /** Returns the same result for the same key, and creates it once. */
  readonly once: <Result>(key: string, create: () => Result) => Result;
  readonly all: () => Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const kinds: readonly ComponentKind[] = ['schemas', 'parameters', 'requestBodies', 'responses', 'headers'];

/** Returns a reference to a component. */
export function componentAt(kind: ComponentKind, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Creates the components of one document. */
export function createComponents(): Components {
  const values = new Map(kinds.map((kind) => [kind, new Map<string, unknown>()]));
  const takenBy = new Map<string, string>();
  const names = new Map<string, string>();
  const results = new Map<string, unknown>();
  function nameOf(kind: ComponentKind, key: string, wanted: string): string {
    const known = names.get(`${kind} ${key}`);
    if (known !== undefined) return known;
    let name = wanted;
    for (let count = 2; takenBy.has(`${kind} ${name}`); count++) name = `${wanted}${count}`;
    takenBy.set(`${kind} ${name}`, key);
    names.set(`${kind} ${key}`, name);
    return name;
  }
  function set(kind: ComponentKind, name: string, value: unknown): void {
    takenBy.set(`${kind} ${name}`, name);
    values.get(kind)?.set(name, value);
  }
  return {
    nameOf,
    set,
    share(kind, wanted, value) {
      const name = nameOf(kind, JSON.stringify(value), wanted);
      set(kind, name, value);
      return componentAt(kind, name);
    },
    once(key, create) {
      if (!results.has(key)) results.set(key, create());
      return results.get(key) as ReturnType<typeof create>;
    },
    all: () => Object.fromEntries(kinds.map((kind) => [kind, Object.fromEntries(values.get(kind) ?? [])])),
  };
}
