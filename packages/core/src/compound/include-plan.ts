import { remember } from '../internal/bounded-cache.ts';
import { assertNames } from '../internal/list.ts';
import { type IncludeTree, includeTree } from '../query/include.ts';
import type { Api } from '../schema/api.ts';
import { resourceType } from '../schema/resource-type.ts';
import { type RelationshipPlan, relationshipPlan } from './relationship-plan.ts';

/** One step of relationship paths, and where they go on from there. */
export interface IncludeStep {
  readonly relationship: RelationshipPlan;
  readonly next: IncludeNode;
}

/** The steps that lead on from the resources at one point of relationship paths, by their type. */
export interface IncludeNode {
  readonly steps: ReadonlyMap<string, readonly IncludeStep[]>;
  /** Whether paths end here. */
  readonly isEnd: boolean;
  /** What the paths that lead here go on with, as they were given: each once, without those that end here. */
  readonly rests: readonly string[];
}

/** The steps from one point of relationship paths; undefined when one leads over a relationship that does not show. */
export type VisitSteps = readonly (IncludeStep | undefined)[];

/** Relationship paths, made ready to be followed. */
export interface IncludePlan {
  readonly root: IncludeNode;
  /** Whether a path can lead to a type of the primary data. */
  readonly meetsPrimary: boolean;
}

const unbounded = { includeDepth: Number.POSITIVE_INFINITY, includePaths: Number.POSITIVE_INFINITY };

const caches = new WeakMap<Api, IncludePlans>();

interface Draft {
  readonly types: Set<string>;
  readonly node: { steps: Map<string, IncludeStep[]>; isEnd: boolean; readonly rests: readonly string[] };
}

function createDraft(types: readonly string[], rests: readonly string[]): Draft {
  return { types: new Set(types), node: { steps: new Map(), isEnd: true, rests } };
}

/** What remains of these paths behind a relationship. */
function restsBehind(name: string, paths: readonly string[]): readonly string[] {
  const start = `${name}.`;
  return paths.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length));
}

/** Settles the steps of one tree, in the order in which the linkage of a resource stands, and hands the trees below it on. */
function planSteps(api: Api, { types, node }: Draft, tree: IncludeTree): Map<IncludeTree, Draft> {
  const below = new Map<IncludeTree, Draft>();
  for (const type of types) {
    const own: IncludeStep[] = [];
    for (const [name, definition] of resourceType(api, type).relationships) {
      const further = tree.get(name);
      if (further === undefined || !definition.include) continue;
      const next = below.get(further) ?? createDraft([], restsBehind(name, node.rests));
      below.set(further, next);
      for (const target of definition.targets) next.types.add(target);
      own.push({ relationship: relationshipPlan(api, definition), next: next.node });
    }
    if (own.length > 0) node.steps.set(type, own);
  }
  node.isEnd = node.steps.size === 0;
  return below;
}

/** Makes a checked tree of relationship paths ready. A work list instead of recursion: paths may be long. */
function planInclude(api: Api, types: readonly string[], paths: readonly string[], tree: IncludeTree): IncludePlan {
  const root = createDraft(types, [...new Set(paths)]);
  const work: [IncludeTree, Draft][] = [[tree, root]];
  let meetsPrimary = false;
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    for (const [further, draft] of planSteps(api, next[1], next[0])) {
      meetsPrimary ||= types.some((type) => draft.types.has(type));
      work.push([further, draft]);
    }
  }
  return { root: root.node, meetsPrimary };
}

/** The plans made for an API, and the one that was asked for last. */
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
 * The plan for relationship paths from these types, made once for each choice.
 *
 * @throws {TypeError} `paths` is no list, or a path does not exist.
 */
export function includePlan(api: Api, types: readonly string[], paths: readonly string[]): IncludePlan {
  assertNames('include', paths);
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
