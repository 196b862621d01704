import { followNode } from './follow-paths.ts';
import type { Entry, IdentityMap } from './identity-map.ts';
import type { IncludeNode, IncludeStep, VisitSteps } from './include-plan.ts';
import type { ResourcePlan } from './resource-plan.ts';

/** A resource whose relationship paths are followed while its linkage is made, so that both read a value once. */
export interface Visit {
  readonly map: IdentityMap;
  readonly entry: Entry;
  /** For each relationship that shows the step that leads on from it, if one does. */
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

/** Begins to follow a resource: at once where its linkage will not do it, which is then no visit. */
export function visitOf(map: IdentityMap, plan: ResourcePlan, entry: Entry): Visit | undefined {
  if (entry.node.isEnd) return undefined;
  const steps = stepsFrom(plan, entry.node);
  if (steps !== undefined) return { map, entry, steps };
  followNode(map, entry, entry.node);
  return undefined;
}
