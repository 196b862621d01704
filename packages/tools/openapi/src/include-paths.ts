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

/** The relationship paths that a document lists, and whether there are others that have more steps. */
export interface IncludePaths {
  readonly paths: readonly string[];
  readonly continues: boolean;
}

/** Returns the relationship paths that `include` accepts for resources of some types. */
export function includePaths(setup: Setup, types: readonly string[]): IncludePaths {
  const limit = setup.description.limits.includeDepth ?? Number.POSITIVE_INFINITY;
  const depth = Math.min(setup.pathDepth, limit);
  const paths: string[] = [];
  let places: readonly (readonly [prefix: string, types: readonly string[]])[] = hasIncludes(setup, types)
    ? [['', types]]
    : [];
  for (let step = 1; step <= depth && places.length > 0; step++) {
    const next: (readonly [string, readonly string[]])[] = [];
    for (const [prefix, reached] of places) {
      for (const [name, targets] of steps(setup, reached)) {
        paths.push(prefix + name);
        if (hasIncludes(setup, targets)) next.push([`${prefix}${name}.`, targets]);
      }
    }
    places = next;
  }
  return { paths, continues: places.length > 0 && depth < limit };
}

/** Whether `include` accepts a path for resources of some types. */
export function hasIncludes(setup: Setup, types: readonly string[]): boolean {
  return steps(setup, types).size > 0;
}
