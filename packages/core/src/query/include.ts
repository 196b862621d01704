import { typeList } from '../error/message-part.ts';
import { truncate } from '../internal/describe-value.ts';
import { frozenList } from '../internal/freeze.ts';
import type { Api, RelationshipDefinition } from '../schema/api.ts';
import { didYouMean, type IncludeCode, type QueryErrors } from './query-errors.ts';
import type { QueryFamily } from './query-family.ts';
import type { QueryLimits } from './query-limits.ts';
import { splitList } from './split-list.ts';

const source = { parameter: 'include' };

type IncludeLimits = Pick<QueryLimits, 'includeDepth' | 'includePaths'>;

/** Returns the target types of the relationships with this name that can be included from one of the types. */
function targetsOf(api: Api, types: readonly string[], name: string): readonly string[] {
  const found: RelationshipDefinition[] = [];
  for (const type of types) {
    const definition = api.types.get(type)?.relationships.get(name);
    if (definition?.include === true) found.push(definition);
  }
  if (found.length <= 1) return found.at(0)?.targets ?? [];
  return [...new Set(found.flatMap(({ targets }) => targets))];
}

/** Returns the names that `include` accepts on any of some types. */
function includableNames(api: Api, types: readonly string[]): string[] {
  const all = types.flatMap((type) => [...(api.types.get(type)?.relationships.values() ?? [])]);
  return all.filter(({ include }) => include).map(({ name }) => name);
}

/** Checks one relationship path. */
function followPath(
  api: Api,
  types: readonly string[],
  path: string,
  maxSteps: number,
  errors: QueryErrors<IncludeCode>,
): undefined {
  const names = path.split('.');
  if (names.length > maxSteps) {
    const values = { path: truncate(path), limit: maxSteps, count: names.length };
    return errors.add('RELATIONSHIP_PATH_TOO_LONG.steps', values, source);
  }
  let current = types;
  for (const [index, name] of names.entries()) {
    const next = targetsOf(api, current, name);
    if (next.length === 0) {
      const prefix = names
        .slice(0, index)
        .map((step) => `${step}.`)
        .join('');
      const hint = didYouMean(errors, name, includableNames(api, current), prefix);
      const values = { path: truncate(path), types: typeList(current), name: truncate(name) };
      return errors.add('RELATIONSHIP_PATH_UNKNOWN.step', values, source, [hint]);
    }
    current = next;
  }
}

/**
 * Checks relationship paths against an API, without duplicates.
 *
 * @see https://jsonapi.org/format/1.1/#fetching-includes
 */
export function checkPaths(
  api: Api,
  types: readonly string[],
  paths: readonly string[],
  limits: IncludeLimits,
  errors: QueryErrors<IncludeCode>,
): undefined {
  if (paths.length > limits.includePaths) {
    const values = { limit: limits.includePaths, count: paths.length };
    return errors.add('RELATIONSHIP_PATHS_TOO_MANY.limit', values, source);
  }
  for (const path of paths) {
    if (errors.isFull()) return;
    followPath(api, types, path, limits.includeDepth, errors);
  }
}

/** The `include` parameter: relationship paths, absent when the request has none. */
export const includeFamily: QueryFamily<readonly string[] | undefined> = {
  form: 'include',
  absent: undefined,
  start({ api, types, limits, kind }, errors) {
    let paths: string[] = [];
    return {
      read({ brackets, value }) {
        if (brackets.length > 0) return false;
        paths = splitList(value);
        const wrong = kind?.wrongPaths?.(paths);
        if (wrong !== undefined) errors.addObject(wrong);
        else checkPaths(api, kind?.pathTypes ?? types, paths, limits, errors);
        return true;
      },
      finish: () => frozenList(paths),
    };
  },
};
