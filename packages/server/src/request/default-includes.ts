import { type Api, JsonApiError, parseQuery } from '@linkage/core';
import { readByType } from '../internal/read-by-type.ts';
import { queryLimits, type ServerLimits } from './limits.ts';

/** The relationship paths that a response includes if the request has no `include`, by the type of its primary data. */
export type DefaultIncludes = ReadonlyMap<string, readonly string[]>;

/** Returns the target types of each step of a path. A path ends early if no type has its next relationship. */
function targetsAlong(api: Api, type: string, path: string): readonly (readonly string[])[] {
  const steps: (readonly string[])[] = [];
  let types: readonly string[] = [type];
  for (const name of path.split('.')) {
    types = types.flatMap((it) => api.types.get(it)?.relationships.get(name)?.targets ?? []);
    if (types.length === 0) break;
    steps.push(types);
  }
  return steps;
}

/** Checks paths as those of a request are checked. */
function checkPaths(api: Api, type: string, paths: readonly string[], limits: ServerLimits, where: string): void {
  try {
    parseQuery(api, [type], new URLSearchParams({ include: paths.join(',') }), { limits: queryLimits(limits) });
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    throw new TypeError(`${where}: ${error.errors.map(({ detail }) => detail).join(' ')}`, { cause: error });
  }
}

/**
 * Reads the default relationship paths of an API.
 *
 * @throws {TypeError} If a type or a relationship is unknown, a relationship cannot be included, or its resources cannot
 * be found by id.
 */
export function readDefaultIncludes(
  api: Api,
  limits: ServerLimits,
  given: object | undefined,
  canFind: (type: string) => boolean,
): DefaultIncludes {
  const read = new Map<string, readonly string[]>();
  for (const [type, paths] of readByType<readonly string[]>(api, 'createServer: defaultIncludes', given)) {
    const where = `createServer: defaultIncludes.${type}`;
    if (!Array.isArray(paths)) throw new TypeError(`${where} must be an array, but it is ${String(paths)}.`);
    const wrong = paths.findIndex((path: unknown) => typeof path !== 'string');
    if (wrong !== -1)
      throw new TypeError(`${where} must contain relationship paths, but it contains ${String(paths[wrong])}.`);
    if (paths.length === 0) continue;
    checkPaths(api, type, paths, limits, where);
    const missing = paths.flatMap((path) => targetsAlong(api, type, path).flat()).find((target) => !canFind(target));
    if (missing !== undefined)
      throw new TypeError(`${where}: the source of "${missing}" must have the method \`find\`.`);
    read.set(type, Object.freeze([...paths]));
  }
  return read;
}

/**
 * Returns the default relationship paths for primary data of these types, or undefined if there are none. Omits paths
 * that the user cannot read.
 *
 * @param api The API with the fields that the user can read.
 */
export function defaultIncludeFor(
  api: Api,
  defaultIncludes: DefaultIncludes,
  types: readonly string[],
): readonly string[] | undefined {
  const [type, ...others] = types;
  const paths = type === undefined || others.length > 0 ? undefined : defaultIncludes.get(type);
  if (type === undefined || paths === undefined) return undefined;
  const readable = paths.filter((path) => targetsAlong(api, type, path).length === path.split('.').length);
  return readable.length === 0 ? undefined : readable;
}
