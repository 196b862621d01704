import { assertStringArray } from '../../internal/assert-array.ts';
import { remember } from '../../internal/bounded-cache.ts';
import { type IncludeTree, includeTree } from '../../query/include.ts';
import type { Api } from '../../schema/api.ts';
import { resourceType } from '../../schema/resource-type.ts';
import { type RelationshipPlan, relationshipPlan } from './relationship-plan.ts';

/** One step of include paths: a relationship, and the node that it leads to. */
export interface IncludeStep {
  readonly relationship: RelationshipPlan;
  readonly next: IncludeNode;
}

/**
 * A node of the prepared include paths. For `include=author,comments.author`, the root has the steps `author` and
 * `comments`, and the node after `comments` has the step `author`.
 */
export interface IncludeNode {
  /** The steps from resources at this node, by the type of the resource. */
  readonly steps: ReadonlyMap<string, readonly IncludeStep[]>;
  /** Whether all paths end at this node. */
  readonly isEnd: boolean;
  /** The parts of the include paths that continue from here, without duplicates: `author` at the node after `comments`. */
  readonly remainingPaths: readonly string[];
}

/** The prepared include paths of a document. */
export interface IncludePlan {
  readonly root: IncludeNode;
  /** The relationships that any node follows, by type and name. */
  readonly followed: ReadonlyMap<string, ReadonlyMap<string, RelationshipPlan>>;
  /** Whether a path can reach a type of the primary data. */
  readonly reachesPrimary: boolean;
}

/** No limits: the parsers of requests enforce the limits for clients, and applications can use any paths. */
const unbounded = { includeDepth: Number.POSITIVE_INFINITY, includePaths: Number.POSITIVE_INFINITY };

const caches = new WeakMap<Api, IncludePlans>();

/** A node under construction, and the types of the resources at this node. */
interface Draft {
  readonly types: Set<string>;
  readonly node: { steps: Map<string, IncludeStep[]>; isEnd: boolean; readonly remainingPaths: readonly string[] };
}

function createDraft(types: readonly string[], remainingPaths: readonly string[]): Draft {
  return { types: new Set(types), node: { steps: new Map(), isEnd: true, remainingPaths } };
}

/** Returns the parts of these paths that continue from a relationship. */
function remainingPathsAfter(name: string, paths: readonly string[]): readonly string[] {
  const start = `${name}.`;
  return paths.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length));
}

/**
 * Adds the steps of a node, in the order of the relationships of each type. Returns the next nodes, whose steps are
 * still missing, each with its part of the tree.
 */
function planSteps(api: Api, { types, node }: Draft, tree: IncludeTree): Map<IncludeTree, Draft> {
  const nextDrafts = new Map<IncludeTree, Draft>();
  for (const type of types) {
    const typeSteps: IncludeStep[] = [];
    for (const [name, definition] of resourceType(api, type).relationships) {
      const subtree = tree.get(name);
      if (subtree === undefined || !definition.include) continue;
      const next = nextDrafts.get(subtree) ?? createDraft([], remainingPathsAfter(name, node.remainingPaths));
      nextDrafts.set(subtree, next);
      for (const target of definition.targets) next.types.add(target);
      typeSteps.push({ relationship: relationshipPlan(api, definition), next: next.node });
    }
    if (typeSteps.length > 0) node.steps.set(type, typeSteps);
  }
  node.isEnd = node.steps.size === 0;
  return nextDrafts;
}

/** Prepares a checked tree of relationship paths. Uses a work list instead of recursion, because paths can be long. */
function planInclude(api: Api, types: readonly string[], paths: readonly string[], tree: IncludeTree): IncludePlan {
  const root = createDraft(types, [...new Set(paths)]);
  const work: [IncludeTree, Draft][] = [[tree, root]];
  const followed = new Map<string, Map<string, RelationshipPlan>>();
  let reachesPrimary = false;
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    for (const [subtree, draft] of planSteps(api, next[1], next[0])) {
      reachesPrimary ||= types.some((type) => draft.types.has(type));
      work.push([subtree, draft]);
    }
    for (const [type, steps] of next[1].node.steps) {
      const ofType = followed.get(type) ?? new Map<string, RelationshipPlan>();
      followed.set(type, ofType);
      for (const { relationship } of steps) ofType.set(relationship.name, relationship);
    }
  }
  return { root: root.node, followed, reachesPrimary };
}

/** The cached plans of an API, and the last used plan. */
interface IncludePlans {
  readonly cache: Map<string, IncludePlan>;
  last:
    | { readonly types: readonly string[]; readonly paths: readonly string[]; readonly plan: IncludePlan }
    | undefined;
}

function isSame(list: readonly string[], other: readonly string[]): boolean {
  if (list.length !== other.length) return false;
  for (let index = 0; index < list.length; index++) if (list[index] !== other[index]) return false;
  return true;
}

/**
 * Returns the plan for relationship paths from some types. Creates each plan once.
 *
 * @throws {TypeError} If `paths` is not an array, or a path does not exist.
 */
export function includePlan(api: Api, types: readonly string[], paths: readonly string[]): IncludePlan {
  let plans = caches.get(api);
  if (plans === undefined) {
    plans = { cache: new Map(), last: undefined };
    caches.set(api, plans);
  }
  const { last, cache } = plans;
  // Paths that equal checked paths need no checks.
  if (last !== undefined && Array.isArray(paths) && isSame(last.paths, paths) && isSame(last.types, types))
    return last.plan;
  assertStringArray('include', paths);
  const key = JSON.stringify([types, [...paths]]);
  let plan = cache.get(key);
  if (plan === undefined) {
    const tree = includeTree(api, types, paths, unbounded);
    // Check for the own member first: other code can add `issues` to `Object.prototype`.
    if (!Object.hasOwn(tree, 'value') && 'issues' in tree)
      throw new TypeError(tree.issues.map(({ detail }) => detail).join(' '));
    plan = planInclude(api, types, paths, (tree as Extract<typeof tree, { readonly value: unknown }>).value);
    remember(cache, key, plan);
  }
  plans.last = { types: [...types], paths: [...paths], plan };
  return plan;
}
