import type { Api, AttributeDefinition, RelationshipDefinition, ResourceType } from '../schema/api.ts';
import { didYouMean, type Findings } from './findings.ts';

/** Where a dotted field leads: an attribute, or for `filter` a relationship. */
export type FieldPathEnd =
  | { readonly attribute: AttributeDefinition; readonly relationship?: undefined }
  | { readonly attribute?: undefined; readonly relationship: RelationshipDefinition };

type Capability = 'filter' | 'sort';

/** Whether a path may go on through a relationship. Several target types have no field in common to be typed by. */
function isPassable(relationship: RelationshipDefinition, capability: Capability): boolean {
  if (!relationship[capability] || relationship.targets.length !== 1) return false;
  return capability === 'filter' || relationship.kind === 'to-one';
}

/** The names that may follow in a path: those through which it goes on, or those at which it ends. */
function namesOf(type: ResourceType, capability: Capability, isLast: boolean): string[] {
  const relationships = [...type.relationships.values()].filter((it) =>
    isLast ? capability === 'filter' && it.filter : isPassable(it, capability),
  );
  const attributes = isLast ? [...type.attributes.values()].filter((it) => it[capability]) : [];
  return [...attributes, ...relationships].map(({ name }) => name);
}

/**
 * Follows a dotted field from a type, step by step: every relationship on the way and the field at its end have to be
 * declared for `filter` or `sort`. Names that exist but are not declared for it are as unknown as those that do not.
 *
 * @returns Where it leads, or the sentence that says why it leads nowhere.
 */
export function followFieldPath(
  api: Api,
  type: ResourceType,
  field: string,
  capability: Capability,
  most: number,
  findings: Findings,
): FieldPathEnd | string {
  const steps = field.split('.');
  if (steps.length > most) return ` It has ${steps.length} steps; at most ${most} are allowed.`;
  const last = steps.length - 1;
  let current = type;
  for (let index = 0; index < last; index++) {
    const step = steps[index] as string;
    const relationship = current.relationships.get(step);
    if (relationship === undefined || !isPassable(relationship, capability)) {
      return lost(current, steps, index);
    }
    current = api.types.get(relationship.targets[0] as string) as ResourceType;
  }
  const name = steps[last] as string;
  const attribute = current.attributes.get(name);
  if (attribute?.[capability] === true) return { attribute };
  const relationship = current.relationships.get(name);
  if (capability === 'filter' && relationship?.filter === true) return { relationship };
  return lost(current, steps, last);

  function lost(at: ResourceType, path: readonly string[], index: number): string {
    const prefix = path
      .slice(0, index)
      .map((step) => `${step}.`)
      .join('');
    return didYouMean(findings, path[index] as string, namesOf(at, capability, index === path.length - 1), prefix);
  }
}
