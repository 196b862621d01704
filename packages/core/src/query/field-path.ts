import type { Api, AttributeDefinition, RelationshipDefinition, ResourceType } from '../schema/api.ts';
import { didYouMean, type QueryErrors } from './query-errors.ts';

/** The end of a dotted field: an attribute, or for `filter` a relationship. */
export type FieldPathEnd =
  | { readonly attribute: AttributeDefinition; readonly relationship?: undefined }
  | { readonly attribute?: undefined; readonly relationship: RelationshipDefinition };

type Capability = 'filter' | 'sort';

/**
 * Whether a path can continue through a relationship. A relationship with several target types does not have common fields, so
 * the path could not be typed.
 */
function canTraverse(relationship: RelationshipDefinition, capability: Capability): boolean {
  if (!relationship[capability] || relationship.targets.length !== 1) return false;
  return capability === 'filter' || relationship.kind === 'to-one';
}

/**
 * Returns the names that can follow in a path: relationships that it can continue through, or fields that it can end
 * with.
 */
function namesOf(type: ResourceType, capability: Capability, isLast: boolean): string[] {
  const relationships = [...type.relationships.values()].filter((relationship) =>
    isLast ? capability === 'filter' && relationship.filter : canTraverse(relationship, capability),
  );
  const attributes = isLast ? [...type.attributes.values()].filter((attribute) => attribute[capability]) : [];
  return [...attributes, ...relationships].map(({ name }) => name);
}

/**
 * Resolves a dotted field of a type, step by step. Every relationship on the path and the field at its end must be
 * declared for `filter` or `sort`. Treats a name that exists but is not declared for them like an unknown name.
 *
 * @returns The end of the path, or a sentence with the reason why the path is invalid.
 */
export function followFieldPath(
  api: Api,
  type: ResourceType,
  field: string,
  capability: Capability,
  maxSteps: number,
  errors: QueryErrors,
): FieldPathEnd | string {
  const steps = field.split('.');
  if (steps.length > maxSteps) return ` The path must have at most ${maxSteps} steps, but it has ${steps.length}.`;
  const last = steps.length - 1;
  let current = type;
  for (let index = 0; index < last; index++) {
    const step = steps[index] as string;
    const relationship = current.relationships.get(step);
    if (relationship === undefined || !canTraverse(relationship, capability)) {
      return describeFailure(current, steps, index);
    }
    current = api.types.get(relationship.targets[0] as string) as ResourceType;
  }
  const name = steps[last] as string;
  const attribute = current.attributes.get(name);
  if (attribute?.[capability] === true) return { attribute };
  const relationship = current.relationships.get(name);
  if (capability === 'filter' && relationship?.filter === true) return { relationship };
  return describeFailure(current, steps, last);

  function describeFailure(at: ResourceType, path: readonly string[], index: number): string {
    const prefix = path
      .slice(0, index)
      .map((step) => `${step}.`)
      .join('');
    return didYouMean(errors, path[index] as string, namesOf(at, capability, index === path.length - 1), prefix);
  }
}
