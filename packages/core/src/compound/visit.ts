import { followNode } from './follow-paths.ts';
import type { Entry, IdentityMap } from './identity-map.ts';
import type { IncludeNode, IncludeStep, VisitSteps } from './include-plan.ts';
import type { ResourcePlan } from './resource-plan.ts';

/** A resource whose include steps are followed while its linkage is created, so that each value is read once. */
export interface Visit {
  readonly map: IdentityMap;
  readonly entry: Entry;
  /** The include step of each relationship of the document, or undefined for relationships without a step. */
  readonly steps: VisitSteps;
}

const NONE: readonly IncludeStep[] = [];

function planVisit({ type, relationships }: ResourcePlan, node: IncludeNode): VisitSteps | undefined {
  const steps = node.steps.get(type.name) ?? NONE;
  const shown = relationships.map((it) => steps.find(({ relationship }) => relationship === it));
  return shown.filter((step) => step !== undefined).length === steps.length ? shown : undefined;
}

function stepsFrom(plan: ResourcePlan, node: IncludeNode): VisitSteps | undefined {
  const { visits } = plan;
  if (visits.node === node) return visits.steps;
  let steps = visits.known.get(node);
  if (steps === undefined && !visits.known.has(node)) {
    steps = planVisit(plan, node);
    visits.known.set(node, steps);
  }
  visits.node = node;
  visits.steps = steps;
  return steps;
}

/**
 * Starts to follow include paths from a resource. Returns a traversal if building the linkage can follow them.
 * Otherwise follows them immediately and returns `undefined`.
 */
export function visitOf(map: IdentityMap, plan: ResourcePlan, entry: Entry): Visit | undefined {
  if (entry.node.isEnd) return undefined;
  const steps = stepsFrom(plan, entry.node);
  if (steps !== undefined) return { map, entry, steps };
  followNode(map, entry, entry.node);
  return undefined;
}
