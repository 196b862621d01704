import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import type { IncludeNode, IncludeStep } from '@linkage/core/internal';

/** A resource whose relationships are followed. */
export interface Root {
  readonly type: ResourceType;
  readonly id: string;
  readonly record: object;
}

/** Resources, and the nodes of the include tree from which they are followed. */
export interface IncludeLevel {
  readonly roots: readonly Root[];
  readonly nodes: readonly IncludeNode[];
}

/** One relationship of one type, for all resources of one level that follow it. */
export interface RelationshipBatch {
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
 * Adds the resources of one level. `known` contains the records that each batch already has, or is undefined if no
 * record can repeat.
 */
function addLevel(
  batches: Map<RelationshipDefinition, RelationshipBatch>,
  roots: readonly Root[],
  node: IncludeNode,
  known: Map<RelationshipBatch, Set<object>> | undefined,
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
      let batch = batches.get(definition);
      if (batch === undefined) {
        batch = { type: root.type, relationship: definition, target, parents: [], nodes: new Set() };
        batches.set(definition, batch);
        known?.set(batch, new Set());
      }
      batch.nodes.add(next);
      const records = known?.get(batch);
      if (records?.has(root.record) === true) continue;
      records?.add(root.record);
      batch.parents.push(root);
    }
  }
}

/** Returns the relationships to follow from these levels. Each type defines its own relationships. */
export function batchesOf(levels: readonly IncludeLevel[]): readonly RelationshipBatch[] {
  const batches = new Map<RelationshipDefinition, RelationshipBatch>();
  const isOne = levels.length === 1 && levels.at(0)?.nodes.length === 1;
  const known = isOne ? undefined : new Map<RelationshipBatch, Set<object>>();
  for (const { roots, nodes } of levels) for (const node of nodes) addLevel(batches, roots, node, known);
  return [...batches.values()];
}
