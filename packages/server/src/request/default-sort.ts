import type { Api, ResourceType, SortField } from '@linkage/core';

/** A type as a user sees it: the attributes that the user can read of some resources only. */
export type Undecided = ResourceType & { readonly undecided?: ReadonlySet<string> | undefined };

/**
 * Returns the order of a collection without `sort`, or undefined if its type does not declare one. Omits fields that the user
 * cannot read: the order would reveal their values.
 *
 * @param api The API with the fields that the user can read.
 */
export function defaultSortFor(api: Api, types: readonly string[]): readonly SortField[] | undefined {
  const [type, ...others] = types.map((name) => api.types.get(name));
  if (type === undefined || others.length > 0 || type.defaultSort.length === 0) return undefined;
  return type.defaultSort.filter(({ field }) => canReach(api, type, field.split('.')));
}

/** Whether a user can read a field of all resources, and all relationships on the way to it. */
function canReach(api: Api, type: Undecided, [name = '', ...rest]: readonly string[]): boolean {
  if (rest.length === 0) return name === 'id' || (type.attributes.has(name) && type.undecided?.has(name) !== true);
  const target = api.types.get(type.relationships.get(name)?.targets.at(0) ?? '');
  return target !== undefined && canReach(api, target, rest);
}
