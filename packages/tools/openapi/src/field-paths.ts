import { attributesOf, relationshipsOf, type Setup, typeOf } from './setup.ts';

/** A name that `sort` or `filter` accepts, and its operators for `filter`. */
export interface FieldPath {
  readonly path: string;
  readonly operators: readonly string[];
}

/** The names that a document lists, and whether there are others that have more steps. */
export interface FieldPaths {
  readonly paths: readonly FieldPath[];
  readonly continues: boolean;
}

/** The operators of a filter by ids. */
export const idOperators: readonly string[] = ['eq', 'ne', 'in'];

/** A type that a path has reached, and the fields that can follow. */
interface Place {
  readonly type: string;
  readonly prefix: string;
  readonly allowed: readonly string[] | undefined;
}

/**
 * Returns the names that `filter` or `sort` accepts for resources of a type, step by step, up to the depth that the
 * options and the limits allow.
 */
export function fieldPaths(setup: Setup, type: string, capability: 'filter' | 'sort'): FieldPaths {
  const { limits } = setup.description;
  const limit = (capability === 'filter' ? limits.filterDepth : limits.sortDepth) ?? Number.POSITIVE_INFINITY;
  const depth = Math.min(setup.pathDepth, limit);
  const paths: FieldPath[] = [];
  let places: readonly Place[] = [{ type, prefix: '', allowed: undefined }];
  for (let step = 1; step <= depth && places.length > 0; step++) {
    const next: Place[] = [];
    for (const place of places) {
      const isAllowed = (name: string): boolean => place.allowed === undefined || place.allowed.includes(name);
      const declared = typeOf(setup, place.type);
      if (isAllowed('id')) paths.push({ path: `${place.prefix}id`, operators: idOperators });
      for (const [name, { sort, filterOperators, filterMembers = {} }] of attributesOf(declared)) {
        const isNamed = capability === 'sort' ? sort : filterOperators.length > 0;
        if (isNamed && isAllowed(name)) paths.push({ path: place.prefix + name, operators: filterOperators });
        if (capability === 'sort' || !isAllowed(name)) continue;
        for (const [member, operators] of Object.entries(filterMembers))
          paths.push({ path: `${place.prefix}${name}.${member}`, operators });
      }
      for (const [name, relationship] of relationshipsOf(declared)) {
        if (!isAllowed(name)) continue;
        const { filterOperators: operators, filterPaths, sortPaths, targets } = relationship;
        if (capability === 'filter' && operators.length > 0) paths.push({ path: place.prefix + name, operators });
        const allowed = capability === 'filter' ? filterPaths : sortPaths;
        if (allowed.length > 0) next.push({ type: targets[0] as string, prefix: `${place.prefix}${name}.`, allowed });
      }
    }
    places = next;
  }
  return { paths, continues: places.length > 0 && depth < limit };
}
