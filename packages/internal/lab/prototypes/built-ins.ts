/** Returns the constructors, prototypes, and namespaces of the language, with their names. Those of the host that load on first use are not loaded. */
export function builtIns(): readonly (readonly [name: string, object: object])[] {
  const found = new Map<object, string>();
  const add = (name: string, value: unknown): void => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || found.has(value)) return;
    found.set(value, name);
  };
  const addWithPrototypes = (name: string, value: unknown): void => {
    for (let at = value; at !== null && at !== undefined; at = Object.getPrototypeOf(at)) add(name, at);
  };
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
    const value: unknown = descriptor !== undefined && 'value' in descriptor ? descriptor.value : undefined;
    const isNamespace = typeof value === 'object' && value !== null && Symbol.toStringTag in value;
    if (isNamespace && ['JSON', 'Math', 'Reflect', 'Atomics', 'Intl'].includes(name)) {
      add(name, value);
      for (const [member, part] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
        if (typeof part.value === 'function') add(`${name}.${member}`, part.value.prototype);
      }
    }
    if (typeof value !== 'function') continue;
    addWithPrototypes(name, value);
    addWithPrototypes(`${name}.prototype`, value.prototype);
  }
  const works = [async () => undefined, function* () {}, async function* () {}];
  const iterators = [[].values(), new Map().values(), new Set().values(), ''.matchAll(/a/g), ''[Symbol.iterator]()];
  for (const hidden of [...works, ...iterators]) addWithPrototypes('hidden', Object.getPrototypeOf(hidden));
  for (const work of works) addWithPrototypes('hidden', work.prototype);
  return [...found].map(([object, name]) => [name, object]);
}
