import { assertStringArray } from '../../internal/assert-array.ts';
import { remember } from '../../internal/bounded-cache.ts';
import { listTypes, suggestName } from '../../internal/describe-value.ts';
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

const caches = new WeakMap<Api, IncludePlans>();

/** A node under construction. */
interface Draft {
  /** The types of the resources at this node. */
  readonly types: Set<string>;
  /** The part of the paths before this node, with a dot at its end. */
  readonly before: string;
  readonly node: { steps: Map<string, IncludeStep[]>; isEnd: boolean; readonly remainingPaths: readonly string[] };
}

function createDraft(types: readonly string[], before: string, remainingPaths: readonly string[]): Draft {
  return { types: new Set(types), before, node: { steps: new Map(), isEnd: true, remainingPaths } };
}

/** Returns the node after a relationship, with the parts of the paths that continue from it. */
function draftAfter(name: string, { before, node }: Draft): Draft {
  const start = `${name}.`;
  const continued = node.remainingPaths.filter((path) => path.startsWith(start));
  const remaining = continued.map((path) => path.slice(start.length));
  return createDraft([], before + start, remaining);
}

/** Returns the error for a step that no type at its node has. */
function unknownStep(api: Api, { types, before, node }: Draft, name: string): TypeError {
  const path = node.remainingPaths.find((it) => `${it}.`.startsWith(`${name}.`));
  const all = [...types].flatMap((type) => [...resourceType(api, type).relationships.values()]);
  const names = all.filter(({ include }) => include).map((it) => it.name);
  return new TypeError(
    `The path "${before}${path}" cannot be included: type ${listTypes([...types])} does not have an includable relationship "${name}".${suggestName(name, names)}`,
  );
}

/**
 * Adds the steps of a node, in the order of the relationships of each type. Returns the next nodes, whose steps are
 * still missing.
 */
function planSteps(api: Api, draft: Draft): Iterable<Draft> {
  const { types, node } = draft;
  const names = new Set(node.remainingPaths.map((path) => path.split('.', 1)[0] as string));
  const nextDrafts = new Map<string, Draft>();
  for (const type of types) {
    const typeSteps: IncludeStep[] = [];
    for (const [name, definition] of resourceType(api, type).relationships) {
      if (!names.has(name) || !definition.include) continue;
      const next = nextDrafts.get(name) ?? draftAfter(name, draft);
      nextDrafts.set(name, next);
      for (const target of definition.targets) next.types.add(target);
      typeSteps.push({ relationship: relationshipPlan(api, definition), next: next.node });
    }
    if (typeSteps.length > 0) node.steps.set(type, typeSteps);
  }
  for (const name of names) if (!nextDrafts.has(name)) throw unknownStep(api, draft, name);
  node.isEnd = node.steps.size === 0;
  return nextDrafts.values();
}

/** Prepares relationship paths. Uses a work list instead of recursion, because paths can be long. */
function planInclude(api: Api, types: readonly string[], paths: readonly string[]): IncludePlan {
  const root = createDraft(types, '', [...new Set(paths)]);
  const work: Draft[] = [root];
  const followed = new Map<string, Map<string, RelationshipPlan>>();
  let reachesPrimary = false;
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    for (const draft of planSteps(api, next)) {
      reachesPrimary ||= types.some((type) => draft.types.has(type));
      work.push(draft);
    }
    for (const [type, steps] of next.node.steps) {
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
    plan = planInclude(api, types, paths);
    remember(cache, key, plan);
  }
  plans.last = { types: [...types], paths: [...paths], plan };
  return plan;
}
