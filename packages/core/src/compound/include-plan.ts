import { assertStringArray } from '../internal/assert-array.ts';
import { remember } from '../internal/bounded-cache.ts';
import { type IncludeTree, includeTree } from '../query/include.ts';
import type { Api } from '../schema/api.ts';
import { resourceType } from '../schema/resource-type.ts';
import { type RelationshipPlan, relationshipPlan } from './relationship-plan.ts';

/** One step of relationship paths, and the node after it. */
export interface IncludeStep {
  readonly relationship: RelationshipPlan;
  readonly next: IncludeNode;
}

/** A node of the include tree: the steps from the resources at one point of relationship paths, by type. */
export interface IncludeNode {
  readonly steps: ReadonlyMap<string, readonly IncludeStep[]>;
  /** Whether all paths end at this node. */
  readonly isEnd: boolean;
  /** The rests of the paths that lead here, without duplicates and without the paths that end here. */
  readonly remainingPaths: readonly string[];
}

/**
 * The steps from one node, in the order of the relationships. Undefined instead of the array if a step uses a
 * relationship that is not part of the document.
 */
export type TraversalSteps = readonly (IncludeStep | undefined)[];

/** Prepared relationship paths. */
export interface IncludePlan {
  readonly root: IncludeNode;
  /** Whether a path can reach a type of the primary data. */
  readonly reachesPrimary: boolean;
}

const unbounded = { includeDepth: Number.POSITIVE_INFINITY, includePaths: Number.POSITIVE_INFINITY };

const caches = new WeakMap<Api, IncludePlans>();

interface Draft {
  readonly types: Set<string>;
  readonly node: { steps: Map<string, IncludeStep[]>; isEnd: boolean; readonly remainingPaths: readonly string[] };
}

function createDraft(types: readonly string[], remainingPaths: readonly string[]): Draft {
  return { types: new Set(types), node: { steps: new Map(), isEnd: true, remainingPaths } };
}

/** Returns the rests of these paths after a relationship. */
function remainingPathsBehind(name: string, paths: readonly string[]): readonly string[] {
  const start = `${name}.`;
  return paths.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length));
}

/** Prepares the steps of one tree, in the order of the relationships of a resource, and returns the trees below it. */
function planSteps(api: Api, { types, node }: Draft, tree: IncludeTree): Map<IncludeTree, Draft> {
  const below = new Map<IncludeTree, Draft>();
  for (const type of types) {
    const typeSteps: IncludeStep[] = [];
    for (const [name, definition] of resourceType(api, type).relationships) {
      const further = tree.get(name);
      if (further === undefined || !definition.include) continue;
      const next = below.get(further) ?? createDraft([], remainingPathsBehind(name, node.remainingPaths));
      below.set(further, next);
      for (const target of definition.targets) next.types.add(target);
      typeSteps.push({ relationship: relationshipPlan(api, definition), next: next.node });
    }
    if (typeSteps.length > 0) node.steps.set(type, typeSteps);
  }
  node.isEnd = node.steps.size === 0;
  return below;
}

/** Prepares a checked tree of relationship paths. Uses a work list instead of recursion, because paths can be long. */
function planInclude(api: Api, types: readonly string[], paths: readonly string[], tree: IncludeTree): IncludePlan {
  const root = createDraft(types, [...new Set(paths)]);
  const work: [IncludeTree, Draft][] = [[tree, root]];
  let reachesPrimary = false;
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    for (const [further, draft] of planSteps(api, next[1], next[0])) {
      reachesPrimary ||= types.some((type) => draft.types.has(type));
      work.push([further, draft]);
    }
  }
  return { root: root.node, reachesPrimary };
}

/** The cached plans of an API, and the last used plan. */
interface IncludePlans {
  readonly cache: Map<string, IncludePlan>;
  last:
    | { readonly types: readonly string[]; readonly paths: readonly string[]; readonly plan: IncludePlan }
    | undefined;
}

function isSame(list: readonly string[], other: readonly string[]): boolean {
  return list.length === other.length && list.every((text, index) => text === other[index]);
}

/**
 * Returns the plan for relationship paths from some types. Creates each plan once.
 *
 * @throws {TypeError} If `paths` is not an array, or a path does not exist.
 */
export function includePlan(api: Api, types: readonly string[], paths: readonly string[]): IncludePlan {
  assertStringArray('include', paths);
  let plans = caches.get(api);
  if (plans === undefined) {
    plans = { cache: new Map(), last: undefined };
    caches.set(api, plans);
  }
  const { last, cache } = plans;
  if (last !== undefined && isSame(last.paths, paths) && isSame(last.types, types)) return last.plan;
  const key = JSON.stringify([types, [...paths]]);
  let plan = cache.get(key);
  if (plan === undefined) {
    const tree = includeTree(api, types, paths, unbounded);
    if (!Object.hasOwn(tree, 'value') && 'issues' in tree)
      throw new TypeError(tree.issues.map(({ detail }) => detail).join(' '));
    plan = planInclude(api, types, paths, (tree as Extract<typeof tree, { readonly value: unknown }>).value);
    remember(cache, key, plan);
  }
  plans.last = { types: [...types], paths: [...paths], plan };
  return plan;
}
