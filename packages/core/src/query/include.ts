import type { ErrorObject } from '../document/error-object.ts';
import { problem } from '../error/problem.ts';
import { excerpt } from '../internal/excerpt.ts';
import type { Api, RelationshipDefinition } from '../schema/api.ts';
import { defaultQueryLimits, type QueryLimits } from './query-limits.ts';

/** Relationship paths as a tree: each relationship name leads to the paths that go on from there. */
export interface IncludeTree extends ReadonlyMap<string, IncludeTree> {}

type Growing = Map<string, Growing>;

/** The definitions of a relationship on those of `types` that have it and let it be included. */
function relationshipsNamed(api: Api, types: readonly string[], name: string): RelationshipDefinition[] {
  return types.flatMap((type) => {
    const definition = api.types.get(type)?.relationships.get(name);
    return definition?.include === true ? [definition] : [];
  });
}

/**
 * Checks relationship paths against an API and joins them to a tree. Every step of a path is part of the tree, so
 * intermediate resources are included as well.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-includes
 */
export function includeTree(
  api: Api,
  types: readonly string[],
  paths: readonly string[],
  limits: Pick<QueryLimits, 'includeDepth' | 'includePaths'> = defaultQueryLimits,
): { readonly value: IncludeTree } | { readonly issues: readonly ErrorObject[] } {
  const root: Growing = new Map();
  const issues: ErrorObject[] = [];
  const source = { parameter: 'include' };
  const distinct = new Set(paths);
  if (distinct.size > limits.includePaths) {
    const detail = `At most ${limits.includePaths} relationship paths can be included; the request names ${distinct.size}.`;
    return { issues: [problem('RELATIONSHIP_PATHS_TOO_MANY', detail, { source })] };
  }
  for (const path of distinct) {
    const names = path.split('.');
    if (names.length > limits.includeDepth) {
      const detail = `"${excerpt(path)}" has ${names.length} steps; at most ${limits.includeDepth} are allowed.`;
      issues.push(problem('RELATIONSHIP_PATH_TOO_LONG', detail, { source }));
      continue;
    }
    let node = root;
    let current = types;
    for (const name of names) {
      const found = relationshipsNamed(api, current, name);
      if (found.length === 0) {
        const detail = `"${excerpt(path)}" cannot be included: ${current.join(' and ')} has no relationship "${excerpt(name)}" to include.`;
        issues.push(problem('RELATIONSHIP_PATH_UNKNOWN', detail, { source }));
        break;
      }
      let next = node.get(name);
      if (next === undefined) {
        next = new Map();
        node.set(name, next);
      }
      node = next;
      current = [...new Set(found.flatMap((definition) => definition.targets))];
    }
  }
  return issues.length > 0 ? { issues } : { value: root };
}
