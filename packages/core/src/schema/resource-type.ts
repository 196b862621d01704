import { describeValue, suggestName } from '../internal/describe-value.ts';
import type { Api, RelationshipDefinition, ResourceType } from './api.ts';
import type { RelationshipName, TypeName } from './infer.ts';

/**
 * Returns the definition of a type. An unknown type is an error of the code that calls it, not of a request.
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
 * Returns the relationship of a type that the user names.
 *
 * @param isMeant Whether the user can mean a relationship. Default: all of the type.
 * @throws {TypeError} If the type does not have such a relationship.
 */
export function relationshipOf(
  { name: type, relationships }: ResourceType,
  name: string,
  isMeant: (relationship: RelationshipDefinition) => boolean = () => true,
): RelationshipDefinition {
  const relationship = relationships.get(name);
  if (relationship !== undefined && isMeant(relationship)) return relationship;
  const hint = suggestName(name, relationships.keys());
  throw new TypeError(`Type "${type}" does not have a relationship ${JSON.stringify(name)}.${hint}`);
}

/** Whether documents can contain a relationship. */
export const isReadable = ({ read }: RelationshipDefinition): boolean => read;

/**
 * Returns the types that a user passes: one type, or an array for records of mixed types.
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

/** Whether a value, such as a segment of a URL, is the name of a resource type of an API. */
export function isTypeName<A extends Api>(api: A, name: unknown): name is TypeName<A> {
  return api.types.has(name as string);
}

/** Whether a value, such as a segment of a URL, is the name of a relationship that documents of a type can contain. */
export function isRelationshipName<A extends Api, Type extends TypeName<A>>(
  api: A,
  type: Type,
  name: unknown,
): name is RelationshipName<A, Type> {
  return api.types.get(type)?.relationships.get(name as string)?.read === true;
}
