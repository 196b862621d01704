const replacements: readonly unknown[] = [null, 7, '', 'x', true, [], {}, ['x'], { type: 'jobs', id: '1' }];

/** Changes the value at a path of a copy of a document. Undefined deletes it. */
function changed(document: unknown, path: readonly string[], value: unknown): unknown {
  const copy: unknown = structuredClone(document);
  let at = copy as Record<string, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string, unknown>;
  const last = path.at(-1) as string;
  if (value === undefined) Reflect.deleteProperty(at, last);
  else at[last] = value;
  return copy;
}

function pathsIn(value: unknown, path: readonly string[], found: (readonly string[])[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    found.push([...path, name]);
    pathsIn(member, [...path, name], found);
  }
}

/** Returns documents that differ from a document in one place. */
export function mutantsOf(document: unknown): readonly unknown[] {
  const paths: (readonly string[])[] = [];
  pathsIn(document, [], paths);
  const mutants = paths.flatMap((path) => [undefined, ...replacements].map((value) => changed(document, path, value)));
  for (const path of paths) {
    const value = path.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const name of [
      'unknown',
      '@at',
      'ns:x',
      'a b!',
      'views',
      'password',
      'words',
      'id',
      'lid',
      'type',
      'editor',
    ]) {
      if (!Object.hasOwn(value, name)) mutants.push(changed(document, [...path, name], 'x'));
    }
  }
  return mutants;
}
