import type { ResourceType } from '@linkage/core';
import type { IncludeNode, IncludePlan } from '@linkage/core/internal';
import type { AnyQuery } from '../request/read-query.ts';
import { BATCH_SIZE } from '../sources/gateway/record-batches.ts';
import type { ReadingOperation } from './context.ts';
import { unreadable } from './include-error.ts';
import { loadBatch } from './load-batch.ts';
import { idsOf, joinReached, loadIds, type Reached, unloadedIds } from './load-missing.ts';
import { createLoadedRecords, type LoadedRecords } from './loaded-records.ts';
import { batchesOf, type IncludeLevel, type Root } from './relationship-batches.ts';

/** Resources, and the related resources that were loaded with them. */
export interface LoadedBatch {
  readonly roots: readonly Root[];
  readonly loaded: LoadedRecords;
}

/** The included resources of a streamed document. Keeps their ids, and reads their records after the primary data. */
export interface StreamedIncludes {
  /** Loads the linkage of resources of the primary data, and keeps the ids that it contains. */
  readonly follow: (batch: LoadedBatch) => Promise<void>;
  /** Returns the included resources with their linkage. Each occurs once. Called after the last call of `follow`. */
  readonly included: () => AsyncGenerator<LoadedBatch, void, undefined>;
}

/** The resources that a stream loads. */
export interface StreamedIncludesOptions {
  readonly type: ResourceType;
  readonly plan: IncludePlan;
  readonly query: AnyQuery;
  /** Whether related records are required to write linkage, for the meta objects of profiles. */
  readonly needsRecords: boolean;
}

/** The parts of a tree of paths, level by level. */
function nodesBelow(root: IncludeNode): readonly IncludeNode[] {
  const nodes: IncludeNode[] = [root];
  for (const node of nodes) nodes.push(...new Set([...node.steps.values()].flat().map(({ next }) => next)));
  return nodes.slice(1);
}

function* chunksOf(ids: Iterable<string>): Generator<readonly string[]> {
  let chunk: string[] = [];
  for (const id of ids) {
    chunk.push(id);
    if (chunk.length < BATCH_SIZE) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

function addAll(to: Reached, from: Reached): void {
  for (const [type, ids] of from) {
    const known = idsOf(to, type);
    for (const id of ids) known.add(id);
  }
}

/** Creates the included resources of a document whose primary data is streamed. */
export function createStreamedIncludes(
  operation: ReadingOperation,
  { type: primaryType, plan, query, needsRecords }: StreamedIncludesOptions,
): StreamedIncludes {
  const nodes = nodesBelow(plan.root);
  const isDeep = nodes.some(({ isEnd }) => !isEnd);
  /** The resources at each node, by their ids. */
  const visited = new Map<IncludeNode, Reached>(nodes.map((node) => [node, new Map()]));
  /** The resources that the linkage of the document names, if it is read more than once. */
  const linked: Reached = new Map();
  const primary = new Set<string>();
  /** The records of types that cannot be found by id. */
  const carriedRecords = createLoadedRecords(false);

  const findable = ({ name }: ResourceType): boolean => operation.request.sourceOf(name)?.find !== undefined;
  const visitedAt = (node: IncludeNode): Reached => visited.get(node) as Reached;

  function keepCarried(reached: Reached, loaded: LoadedRecords): void {
    for (const [type, ids] of reached) {
      if (findable(type)) continue;
      for (const id of ids) {
        const record = loaded.get(type.name, id) ?? carriedRecords.get(type.name, id);
        if (record === undefined) throw unreadable(type);
        carriedRecords.add(type.name, id, record);
      }
    }
  }

  /** Loads the relationships that paths follow from resources, for their linkage. Returns the related resources by node. */
  async function loadLinkage(
    levels: readonly IncludeLevel[],
    loaded: LoadedRecords,
  ): Promise<readonly (readonly [IncludeNode, Reached])[]> {
    const batches = batchesOf(levels);
    const all = await Promise.all(batches.map((batch) => loadBatch(operation, batch, query, loaded)));
    for (const reached of all) keepCarried(reached, loaded);
    if (needsRecords) {
      const lacking = new Map([...unloadedIds(joinReached(all), loaded)].filter(([type]) => findable(type)));
      await loadIds(operation, lacking, query, loaded, unreadable);
    }
    return batches.flatMap(({ nodes: next }, index) => [...next].map((node) => [node, all[index] as Reached] as const));
  }

  async function recordsOf(
    type: ResourceType,
    ids: readonly string[],
    loaded: LoadedRecords,
  ): Promise<readonly Root[]> {
    if (findable(type)) await loadIds(operation, new Map([[type, ids]]), query, loaded, unreadable);
    const from = findable(type) ? loaded : carriedRecords;
    return ids.flatMap((id) => {
      const record = from.get(type.name, id);
      return record === undefined ? [] : [{ type, id, record: loaded.add(type.name, id, record) }];
    });
  }

  /** Follows paths from the resources of each level to those of the next level, and keeps their ids. */
  async function discover(): Promise<void> {
    for (const node of nodes) {
      for (const [type, ids] of visitedAt(node)) {
        if (!node.steps.has(type.name)) continue;
        for (const chunk of chunksOf(ids)) {
          const loaded = createLoadedRecords(false);
          const roots = await recordsOf(type, chunk, loaded);
          for (const [next, reached] of await loadLinkage([{ roots, nodes: [node] }], loaded))
            addAll(visitedAt(next), reached);
        }
      }
    }
  }

  /** Returns the ids of a node that are neither primary data nor included at an earlier node. */
  function* newIds(type: ResourceType, ids: Iterable<string>, at: number): Generator<string> {
    const earlier = nodes.slice(0, at).flatMap((node) => visitedAt(node).get(type) ?? []);
    for (const id of ids) {
      if (type === primaryType && primary.has(id)) continue;
      // Linkage can have changed since it was read first. The document must not include a resource that nothing links.
      if (isDeep && linked.get(type)?.has(id) !== true) continue;
      if (!earlier.some((known) => known.has(id))) yield id;
    }
  }

  /** The nodes at which resources of a type were reached, with these resources. */
  function levelsOf(type: ResourceType, roots: readonly Root[]): readonly IncludeLevel[] {
    return nodes.flatMap((node) => {
      const ids = visitedAt(node).get(type);
      return ids === undefined ? [] : [{ roots: roots.filter(({ id }) => ids.has(id)), nodes: [node] }];
    });
  }

  return {
    async follow({ roots, loaded }) {
      if (plan.reachesPrimary) for (const { id } of roots) primary.add(id);
      for (const [next, reached] of await loadLinkage([{ roots, nodes: [plan.root] }], loaded)) {
        addAll(visitedAt(next), reached);
        if (isDeep) addAll(linked, reached);
      }
      // A path can come back to these resources after they are written, so their linkage already contains its relationships.
      const others = nodes.filter(({ steps }) => steps.has(primaryType.name));
      for (const [, reached] of await loadLinkage([{ roots, nodes: others }], loaded)) addAll(linked, reached);
    },
    async *included() {
      if (isDeep) await discover();
      for (const [index, node] of nodes.entries()) {
        for (const [type, ids] of visitedAt(node)) {
          for (const chunk of chunksOf(newIds(type, ids, index))) {
            const loaded = createLoadedRecords(false);
            const roots = await recordsOf(type, chunk, loaded);
            for (const [, reached] of await loadLinkage(levelsOf(type, roots), loaded)) addAll(linked, reached);
            yield { roots, loaded };
          }
        }
      }
    },
  };
}
