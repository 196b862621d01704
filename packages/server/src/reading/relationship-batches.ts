import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import { type IncludeNode, type IncludeStep, oncePer } from '@linkage/core/internal';

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
  /** The resources that follow the relationship, each once. */
  readonly parents: readonly Root[];
  /** The nodes of the include tree after this relationship. */
  readonly nodes: ReadonlySet<IncludeNode>;
}

/** A batch to which further resources and nodes can be added. */
interface Draft extends RelationshipBatch {
  parents: readonly Root[];
  readonly nodes: Set<IncludeNode>;
  /** The records of the parents, and a list of the parents that this batch owns. Undefined if they are from one node. */
  merged: { readonly records: Set<object>; readonly parents: Root[] } | undefined;
}

/** The relationships that nodes follow from resources of a type, each with the nodes that it leads to. */
type Steps = ReadonlyMap<RelationshipDefinition, readonly IncludeNode[]>;

/** The steps from a node by type, in the order of the request. */
const orderedSteps = oncePer(({ remainingPaths, steps }: IncludeNode): ReadonlyMap<string, readonly IncludeStep[]> => {
  const names = remainingPaths.map((path) => path.split('.', 1)[0]);
  const place = ({ relationship }: IncludeStep): number => names.indexOf(relationship.name);
  return new Map(
    [...steps].map(([type, ofType]) => [type, ofType.toSorted((one, other) => place(one) - place(other))]),
  );
});

/** Returns the steps from some nodes, in the order of the request. Sources are called in this order. */
export function stepsFrom(nodes: readonly IncludeNode[], type: ResourceType): Steps {
  const steps = new Map<RelationshipDefinition, IncludeNode[]>();
  for (const node of nodes) {
    for (const { relationship, next } of orderedSteps(node).get(type.name) ?? []) {
      const known = steps.get(relationship.definition);
      if (known === undefined) steps.set(relationship.definition, [next]);
      else known.push(next);
    }
  }
  return steps;
}

/** Groups resources by type. Most levels have one type, so nothing is copied. */
export function rootsByType(roots: readonly Root[]): ReadonlyMap<ResourceType, readonly Root[]> {
  const first = roots.at(0)?.type;
  if (first === undefined) return new Map();
  for (const { type } of roots) if (type !== first) return Map.groupBy(roots, (root) => root.type);
  return new Map([[first, roots]]);
}

/** Adds the resources of one node, which are distinct. Several nodes can have the same resources. */
function addParents(batch: Draft, roots: readonly Root[]): void {
  if (batch.parents.length === 0) {
    batch.parents = roots;
    return;
  }
  batch.merged ??= { records: new Set(batch.parents.map(({ record }) => record)), parents: [...batch.parents] };
  const { records, parents } = batch.merged;
  for (const root of roots) {
    if (records.has(root.record)) continue;
    records.add(root.record);
    parents.push(root);
  }
  batch.parents = parents;
}

function addLevel(batches: Map<RelationshipDefinition, Draft>, { roots, nodes }: IncludeLevel): void {
  for (const [type, ofType] of rootsByType(roots)) {
    for (const [relationship, next] of stepsFrom(nodes, type)) {
      const batch = batches.get(relationship) ?? {
        type,
        relationship,
        parents: [],
        nodes: new Set(),
        merged: undefined,
      };
      batches.set(relationship, batch);
      for (const node of next) batch.nodes.add(node);
      addParents(batch, ofType);
    }
  }
}

/** Returns the relationships to follow from these levels. Each type defines its own relationships. */
export function batchesOf(levels: readonly IncludeLevel[]): readonly RelationshipBatch[] {
  const batches = new Map<RelationshipDefinition, Draft>();
  for (const level of levels) addLevel(batches, level);
  return [...batches.values()];
}
