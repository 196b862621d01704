import { oncePer } from '../../internal/once-per.ts';
import type { Api, RelationshipDefinition, ResourceType } from '../../schema/api.ts';
import { resourceType } from '../../schema/resource-type.ts';

/** The prepared facts about a relationship. They do not depend on a record. */
export interface RelationshipPlan {
  readonly definition: RelationshipDefinition;
  readonly name: string;
  readonly toMany: boolean;
  /** The target type; undefined if there are several. */
  readonly target: ResourceType | undefined;
}

/** The plans of each API: APIs whose types differ can share the definitions of their relationships. */
const plansOf = oncePer((_: Api) => new WeakMap<RelationshipDefinition, RelationshipPlan>());

/** Returns the plan of a relationship. */
export function relationshipPlan(api: Api, definition: RelationshipDefinition): RelationshipPlan {
  const plans = plansOf(api);
  let plan = plans.get(definition);
  if (plan === undefined) {
    const { name, kind, targets } = definition;
    plan = {
      definition,
      name,
      toMany: kind === 'to-many',
      target: targets.length === 1 ? resourceType(api, targets[0] as string) : undefined,
    };
    plans.set(definition, plan);
  }
  return plan;
}
