import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import type { IncludeNode, IncludeStep } from '@linkage/core/internal';

/** A resource whose relationships are to be followed. */
export interface Root {
  readonly type: ResourceType;
  readonly id: string;
  readonly record: object;
}

/** Resources, and the points of relationship paths from which they are followed. */
export interface Visits {
  readonly roots: readonly Root[];
  readonly nodes: readonly IncludeNode[];
}

/** One relationship of one type, for all resources of one level that are followed along it. */
export interface Edge {
  readonly type: ResourceType;
  readonly relationship: RelationshipDefinition;
  /** The type it leads to; undefined if there are several. */
  readonly target: ResourceType | undefined;
  readonly parents: Root[];
  /** Where the paths go on behind it. */
  readonly nodes: Set<IncludeNode>;
}

/** The steps from a point, in the order in which the request names them: sources are asked in this order. */
function stepsFrom(node: IncludeNode, type: ResourceType): readonly IncludeStep[] {
  const steps = node.steps.get(type.name) ?? [];
  if (steps.length < 2) return steps;
  const names = node.remainingPaths.map((path) => path.split('.', 1)[0]);
  return steps.toSorted((one, other) => names.indexOf(one.relationship.name) - names.indexOf(other.relationship.name));
}

/** Adds the resources of one visit. `known` has the records that each edge has already; undefined if none can come twice. */
function addVisit(
  edges: Map<RelationshipDefinition, Edge>,
  roots: readonly Root[],
  node: IncludeNode,
  known: Map<Edge, Set<object>> | undefined,
): void {
  const stepsOf = new Map<ResourceType, readonly IncludeStep[]>();
  for (const root of roots) {
    let steps = stepsOf.get(root.type);
    if (steps === undefined) {
      steps = stepsFrom(node, root.type);
      stepsOf.set(root.type, steps);
    }
    for (const { relationship, next } of steps) {
      const { definition, target } = relationship;
      let edge = edges.get(definition);
      if (edge === undefined) {
        edge = { type: root.type, relationship: definition, target, parents: [], nodes: new Set() };
        edges.set(definition, edge);
        known?.set(edge, new Set());
      }
      edge.nodes.add(next);
      const records = known?.get(edge);
      if (records?.has(root.record) === true) continue;
      records?.add(root.record);
      edge.parents.push(root);
    }
  }
}

/** The relationships that lead on from these visits. Each type has definitions of its own for its relationships. */
export function edgesOf(visits: readonly Visits[]): readonly Edge[] {
  const edges = new Map<RelationshipDefinition, Edge>();
  const isOne = visits.length === 1 && visits[0]?.nodes.length === 1;
  const known = isOne ? undefined : new Map<Edge, Set<object>>();
  for (const { roots, nodes } of visits) for (const node of nodes) addVisit(edges, roots, node, known);
  return [...edges.values()];
}
