import { relationshipsOf, type Setup, typeOf } from './setup.ts';

/** Returns the relationships that `include` accepts after some types, with their targets. */
function steps(setup: Setup, types: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const type of types) {
    for (const [name, { include, targets }] of relationshipsOf(typeOf(setup, type))) {
      if (include) found.set(name, [...new Set([...(found.get(name) ?? []), ...targets])]);
    }
  }
  return found;
}

/** Returns the relationship paths that `include` accepts for resources of some types, and whether there are longer ones. */
export function includePaths(
  setup: Setup,
  types: readonly string[],
): { readonly paths: readonly string[]; readonly continues: boolean } {
  const limit = setup.description.limits.includeDepth ?? Number.POSITIVE_INFINITY;
  const depth = Math.min(setup.pathDepth, limit);
  const paths: string[] = [];
  let places: readonly (readonly [prefix: string, types: readonly string[]])[] = [['', types]];
  for (let step = 1; step <= depth && places.length > 0; step++) {
    const next: (readonly [string, readonly string[]])[] = [];
    for (const [prefix, reached] of places) {
      for (const [name, targets] of steps(setup, reached)) {
        paths.push(prefix + name);
        if (steps(setup, targets).size > 0) next.push([`${prefix}${name}.`, targets]);
      }
    }
    places = next;
  }
  return { paths, continues: places.length > 0 && depth < limit };
}

/** Returns the types of which a response can contain resources: the given types, and those that `include` reaches. */
export function reachableTypes(setup: Setup, types: readonly string[]): readonly string[] {
  const reached = new Set(types);
  for (const type of reached) {
    for (const targets of steps(setup, [type]).values()) for (const target of targets) reached.add(target);
  }
  return [...reached];
}
