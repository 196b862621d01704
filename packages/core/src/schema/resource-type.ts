import { show } from '../internal/show.ts';
import type { Api, ResourceType } from './api.ts';

/** The definition of a type that the caller names. A name the API lacks is the caller's mistake, not a request's. */
export function resourceType(api: Api, name: string): ResourceType {
  const type = api.types.get(name);
  if (type === undefined) throw new TypeError(`${JSON.stringify(name)} is no resource type of this API.`);
  return type;
}

/**
 * The types that a caller names: one, or a list for records of mixed types.
 *
 * @throws {TypeError} There is none, or the API lacks one.
 */
export function typeNames(api: Api, types: string | readonly string[]): readonly string[] {
  const names = typeof types === 'string' ? [types] : types;
  if (!Array.isArray(names) || names.length === 0) {
    throw new TypeError(`types is a resource type, or a list with one or more of them, not ${show(types)}.`);
  }
  for (const name of names) resourceType(api, name);
  return names;
}
