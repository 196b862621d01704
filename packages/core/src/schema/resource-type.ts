import { describeValue } from '../internal/describe-value.ts';
import { suggestName } from '../internal/name-list.ts';
import type { Api, RelationshipDefinition, ResourceType } from './api.ts';

/**
 * Returns the definition of a type that the caller passes. An unknown type is an error of the caller, not of a request.
 */
export function resourceType(api: Api, name: string): ResourceType {
  const type = api.types.get(name);
  if (type === undefined) {
    const hint = suggestName(String(name), api.types.keys(), '"');
    throw new TypeError(`${describeValue(name)} is not a resource type of this API.${hint}`);
  }
  return type;
}

/**
 * Returns the relationship of a type that the caller names.
 *
 * @throws {TypeError} If the type or the relationship is unknown, or documents never contain it.
 */
export function relationshipOf(api: Api, type: string, name: string): RelationshipDefinition {
  const { relationships } = resourceType(api, type);
  const relationship = relationships.get(name);
  if (relationship?.read === true) return relationship;
  const hint = suggestName(name, relationships.keys());
  throw new TypeError(`Type "${type}" does not have a relationship ${JSON.stringify(name)}.${hint}`);
}

/**
 * Returns the types that a caller passes: one type, or an array for records of mixed types.
 *
 * @throws {TypeError} If the array is empty, or a type is unknown.
 */
export function typeNames(api: Api, types: string | readonly string[]): readonly string[] {
  if (typeof types === 'string') return [resourceType(api, types).name];
  if (!Array.isArray(types) || types.length === 0) {
    throw new TypeError(
      `\`types\` must be a resource type or a non-empty array of resource types, but it is ${describeValue(types)}.`,
    );
  }
  for (const name of types) resourceType(api, name);
  return types;
}
