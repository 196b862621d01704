import { identityOf, isObject, type Json, listOf } from '../../json.ts';

/** Returns all resource objects of a document by their identity. */
export function resourcesOf(document: Json): ReadonlyMap<string, Json> {
  const all = [...listOf(document?.data), ...listOf(document?.included)];
  return new Map(all.map((resource) => [identityOf(resource), resource]));
}

/** Returns what a relationship of some resources names. */
export function linkedBy(resources: readonly Json[], name: string): readonly Json[] {
  return resources.flatMap(({ relationships }) =>
    isObject(relationships) ? listOf((relationships as Json)[name]?.data) : [],
  );
}

/** A walk along an include path: what linkage names at each step, and whether every step showed linkage. */
export interface Reach {
  readonly steps: readonly (readonly string[])[];
  /** Whether every resource on the way shows linkage for the next name. */
  readonly isComplete: boolean;
}

/** Follows a path through the linkage of a document. */
export function reachOf(document: Json, path: string): Reach {
  const all = resourcesOf(document);
  let current = listOf(document?.data);
  let isComplete = true;
  const steps: string[][] = [];
  for (const name of path.split('.')) {
    const shows = (resource: Json) => resource?.relationships?.[name]?.data !== undefined;
    isComplete &&= current.every((resource) => shows(resource) || resource?.relationships?.[name] === undefined);
    const identities = [...new Set(linkedBy(current, name).map(identityOf))];
    steps.push(identities);
    current = identities.flatMap((identity) => all.get(identity) ?? []);
  }
  return { steps, isComplete };
}
