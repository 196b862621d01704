import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import type { IncludeNode, IncludeStep } from '@linkage/core/internal';

/** A resource whose relationships are followed. */
export interface Root {
  readonly type: ResourceType;
  readonly id: string;
  readonly record: object;
}

/** Resources, and the nodes of the include tree from which they are followed. */
export interface Visits {
  readonly roots: readonly Root[];
  readonly nodes: readonly IncludeNode[];
}

/** One relationship of one type, for all resources of one level that follow it. */
export interface Edge {
  readonly type: ResourceType;
  readonly relationship: RelationshipDefinition;
  /** The related type, or undefined if there are several. */
  readonly target: ResourceType | undefined;
  readonly parents: Root[];
  /** The nodes of the include tree after this relationship. */
  readonly nodes: Set<IncludeNode>;
}

/** Returns the steps from a node, in the order of the request. Sources are called in this order. */
function stepsFrom(node: IncludeNode, type: ResourceType): readonly IncludeStep[] {
  const steps = node.steps.get(type.name) ?? [];
  if (steps.length < 2) return steps;
  const names = node.remainingPaths.map((path) => path.split('.', 1)[0]);
  return steps.toSorted((one, other) => names.indexOf(one.relationship.name) - names.indexOf(other.relationship.name));
}

/**
 * Adds the resources of one visit. `known` contains the records that each edge already has, or is undefined if no
 * record can repeat.
 */
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

/** Returns the relationships to follow from these visits. Each type defines its own relationships. */
export function edgesOf(visits: readonly Visits[]): readonly Edge[] {
  const edges = new Map<RelationshipDefinition, Edge>();
  const isOne = visits.length === 1 && visits.at(0)?.nodes.length === 1;
  const known = isOne ? undefined : new Map<Edge, Set<object>>();
  for (const { roots, nodes } of visits) for (const node of nodes) addVisit(edges, roots, node, known);
  return [...edges.values()];
}
