import type { TypeFacts } from '../../facts/type-facts.ts';
import { resourceUrl } from '../../facts/urls.ts';
import { identityOf, isObject, type Json, listOf } from '../../json.ts';
import { absent, undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';

/** The include paths of the samples; undecided without any. */
export function pathsOf({ sample, name, relationships }: TypeFacts): readonly string[] {
  const { include = [] } = sample;
  if (include.length > 0) return include;
  if (relationships.length === 0) absent(`"${name}" has no relationships.`);
  return undecided(`The samples name no include path of "${name}".`);
}

/** Returns an include path with two steps. */
export function longest(it: TypeFacts): string {
  const [path = ''] = pathsOf(it).filter((each) => each.includes('.'));
  return path === '' ? undecided(`The samples name no include path of "${it.name}" with two steps.`) : path;
}

/** Returns the identities of the included resources. */
export const includedOf = ({ document }: Answer): readonly string[] => listOf(document?.included).map(identityOf);

/** The URLs that `include` is tried at. */
export const shapes: readonly (readonly [name: string, what: string, urlOf: (it: TypeFacts) => string])[] = [
  ['collection', 'a collection', (it) => it.collection],
  ['resource', 'a resource', (it) => resourceUrl(it, it.resource)],
];

/** Returns all resource objects of a document by their identity. */
function resourcesOf(document: Json): ReadonlyMap<string, Json> {
  const all = [...listOf(document?.data), ...listOf(document?.included)];
  return new Map(all.map((resource) => [identityOf(resource), resource]));
}

/** Returns what a relationship of some resources names. */
function linkedBy(resources: readonly Json[], name: string): readonly Json[] {
  return resources.flatMap(({ relationships }) =>
    isObject(relationships) ? listOf((relationships as Json)[name]?.data) : [],
  );
}

/** A walk along an include path: what linkage names at each step, and whether every step showed linkage. */
interface Reach {
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
