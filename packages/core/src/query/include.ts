import type { ErrorObject } from '../document/error-object.ts';
import { excerpt } from '../internal/excerpt.ts';
import { frozenList } from '../internal/freeze.ts';
import type { Api, RelationshipDefinition } from '../schema/api.ts';
import { didYouMean, type Findings, newFindings, report } from './findings.ts';
import type { QueryFamily } from './query-family.ts';
import { defaultQueryLimits, type QueryLimits } from './query-limits.ts';
import { splitList } from './split-list.ts';

/** Relationship paths as a tree: each relationship name leads to the paths that go on from there. */
export interface IncludeTree extends ReadonlyMap<string, IncludeTree> {}

type Growing = Map<string, Growing>;
type IncludeLimits = Pick<QueryLimits, 'includeDepth' | 'includePaths'>;

/** The types behind a relationship of those of `types` that have it and let it be included; none when none does. */
function targetsOf(api: Api, types: readonly string[], name: string): readonly string[] {
  const found: RelationshipDefinition[] = [];
  for (const type of types) {
    const definition = api.types.get(type)?.relationships.get(name);
    if (definition?.include === true) found.push(definition);
  }
  if (found.length <= 1) return found.at(0)?.targets ?? [];
  return [...new Set(found.flatMap(({ targets }) => targets))];
}

/** The names that `include` may use on any of some types. */
function includableNames(api: Api, types: readonly string[]): string[] {
  const all = types.flatMap((type) => [...(api.types.get(type)?.relationships.values() ?? [])]);
  return all.filter(({ include }) => include).map(({ name }) => name);
}

/** Checks one relationship path. */
function followPath(api: Api, types: readonly string[], path: string, most: number, findings: Findings): void {
  const names = path.split('.');
  if (names.length > most) {
    const detail = `"${excerpt(path)}" has ${names.length} steps; at most ${most} are allowed.`;
    report(findings, 'RELATIONSHIP_PATH_TOO_LONG', detail, 'include');
    return;
  }
  let current = types;
  for (const [index, name] of names.entries()) {
    const next = targetsOf(api, current, name);
    if (next.length === 0) {
      const prefix = names
        .slice(0, index)
        .map((step) => `${step}.`)
        .join('');
      const hint = didYouMean(findings, name, includableNames(api, current), prefix);
      const detail = `"${excerpt(path)}" cannot be included: ${current.join(' and ')} has no relationship "${excerpt(name)}" to include.${hint}`;
      report(findings, 'RELATIONSHIP_PATH_UNKNOWN', detail, 'include');
      return;
    }
    current = next;
  }
}

/**
 * Checks relationship paths, each of them once, against an API.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-includes
 */
export function checkPaths(
  api: Api,
  types: readonly string[],
  paths: readonly string[],
  limits: IncludeLimits,
  findings: Findings,
): void {
  if (paths.length > limits.includePaths) {
    const detail = `At most ${limits.includePaths} relationship paths can be included; the request names ${paths.length}.`;
    report(findings, 'RELATIONSHIP_PATHS_TOO_MANY', detail, 'include');
    return;
  }
  for (const path of paths) {
    if (findings.isFull()) return;
    followPath(api, types, path, limits.includeDepth, findings);
  }
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
  limits: IncludeLimits = defaultQueryLimits,
): { readonly value: IncludeTree } | { readonly issues: readonly ErrorObject[] } {
  const root: Growing = new Map();
  const findings = newFindings();
  const distinct = [...new Set(paths)];
  checkPaths(api, types, distinct, limits, findings);
  if (findings.errors.length > 0) return { issues: findings.errors };
  for (const path of distinct) {
    let node = root;
    for (const name of path.split('.')) {
      let next = node.get(name);
      if (next === undefined) {
        next = new Map();
        node.set(name, next);
      }
      node = next;
    }
  }
  return { value: root };
}

/** The `include` parameter: relationship paths, absent when the request has none. */
export const includeFamily: QueryFamily<readonly string[] | undefined> = {
  form: 'include',
  absent: undefined,
  start({ api, types, limits }, findings) {
    let paths: string[] = [];
    return {
      read({ brackets, value }) {
        if (brackets.length > 0) return false;
        paths = splitList(value);
        checkPaths(api, types, paths, limits, findings);
        return true;
      },
      finish: () => frozenList(paths),
    };
  },
};
