import { followNode } from './follow-paths.ts';
import type { IdentityMap, ResourceEntry } from './identity-map.ts';
import type { IncludeNode, IncludeStep, TraversalSteps } from './include-plan.ts';
import type { ResourcePlan } from './resource-plan.ts';

/** A resource whose include steps are followed while its linkage is created, so that each value is read once. */
export interface Traversal {
  readonly map: IdentityMap;
  readonly entry: ResourceEntry;
  /** The include step of each relationship of the document, or undefined for relationships without a step. */
  readonly steps: TraversalSteps;
}

const NONE: readonly IncludeStep[] = [];

function planTraversal({ type, relationships }: ResourcePlan, node: IncludeNode): TraversalSteps | undefined {
  const steps = node.steps.get(type.name) ?? NONE;
  const shown = relationships.map((it) => steps.find(({ relationship }) => relationship === it));
  return shown.filter((step) => step !== undefined).length === steps.length ? shown : undefined;
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
 * Starts to follow include paths from a resource. Returns a traversal if building the linkage can follow them.
 * Otherwise follows them immediately and returns `undefined`.
 */
export function startTraversal(map: IdentityMap, plan: ResourcePlan, entry: ResourceEntry): Traversal | undefined {
  if (entry.node.isEnd) return undefined;
  const steps = stepsFrom(plan, entry.node);
  if (steps !== undefined) return { map, entry, steps };
  followNode(map, entry, entry.node);
  return undefined;
}
