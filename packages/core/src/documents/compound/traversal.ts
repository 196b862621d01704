import { followNode } from './follow-paths.ts';
import type { IdentityMap, ResourceEntry } from './identity-map.ts';
import type { IncludeNode, IncludeStep, TraversalSteps } from './include-plan.ts';
import type { ResourcePlan } from './resource-plan.ts';

/**
 * A resource whose include steps are followed while its linkage is created: both need the values of its relationships,
 * so each value is read once.
 */
export interface Traversal {
  /** The map to which the related resources are added. */
  readonly map: IdentityMap;
  readonly entry: ResourceEntry;
  /** The include step of each relationship of the document, or undefined for relationships without a step. */
  readonly steps: TraversalSteps;
}

const NONE: readonly IncludeStep[] = [];

/** Returns undefined if a step uses a relationship that is not part of the document, because a fieldset omits it. */
function planTraversal({ type, relationships }: ResourcePlan, node: IncludeNode): TraversalSteps | undefined {
  const steps = node.steps.get(type.name) ?? NONE;
  const stepByIndex = relationships.map((it) => steps.find(({ relationship }) => relationship === it));
  return stepByIndex.filter((step) => step !== undefined).length === steps.length ? stepByIndex : undefined;
}

function stepsFrom(plan: ResourcePlan, node: IncludeNode): TraversalSteps | undefined {
  const { traversals } = plan;
  if (traversals.node === node) return traversals.steps;
  let steps = traversals.known.get(node);
  if (steps === undefined && !traversals.known.has(node)) {
    steps = planTraversal(plan, node);
    traversals.known.set(node, steps);
  }
  traversals.node = node;
  traversals.steps = steps;
  return steps;
}

/**
 * Prepares a resource for rendering. If the document contains all relationships of its include steps, returns a
 * traversal: creating the linkage then follows the steps. Otherwise follows the steps immediately and returns undefined.
 */
export function startTraversal(map: IdentityMap, plan: ResourcePlan, entry: ResourceEntry): Traversal | undefined {
  if (entry.node.isEnd) return undefined;
  const steps = stepsFrom(plan, entry.node);
  if (steps !== undefined) return { map, entry, steps };
  followNode(map, entry, entry.node);
  return undefined;
}
