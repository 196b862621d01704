import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import type { AnyQuery } from '../request/read-query.ts';
import type { IncludedSelection, Selection } from '../sources/data-source.ts';
import { selectionFor, selectionOfMembers } from '../sources/selection.ts';
import type { LoadingSetup } from './loading-context.ts';
import { includedSizeOf } from './paginated-relationship.ts';

type Paths = readonly string[] | undefined;
type Shown = Pick<AnyQuery, 'fields' | 'include'>;

/** Returns the paths behind each relationship that paths begin with. */
function pathsByStep(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const steps = new Map<string, string[]>();
  for (const path of paths) {
    const dot = path.indexOf('.');
    const name = dot === -1 ? path : path.slice(0, dot);
    const rest = steps.get(name) ?? [];
    if (dot !== -1) rest.push(path.slice(dot + 1));
    steps.set(name, rest);
  }
  return steps;
}

/** Returns whether the source of a type loads related records at once. */
function loadsIncludes({ sourceOf }: LoadingSetup, { name }: ResourceType): boolean {
  return sourceOf(name)?.loadsIncludes === true;
}

/** Returns the target type of a relationship, or undefined if there are several. */
function onlyTarget({ api }: LoadingSetup, { targets }: RelationshipDefinition): ResourceType | undefined {
  const [target = '', ...others] = targets;
  return others.length === 0 ? api.types.get(target) : undefined;
}

/**
 * Adds the relationships that include paths follow from a type to the selection for its source, if the source loads
 * related records at once. Omits relationships with several target types, and those of which the response shows a page:
 * the server requests these from `related`.
 */
export function withIncludes(
  setup: LoadingSetup,
  type: ResourceType,
  selection: Selection,
  query: Shown,
  paths: Paths = query.include,
): Selection {
  return loadsIncludes(setup, type) ? treeFrom(setup, type, selection, query, paths) : selection;
}

/** The depth is at most `limits.includeDepth`. */
function treeFrom(
  setup: LoadingSetup,
  type: ResourceType,
  selection: Selection,
  query: Shown,
  paths: Paths,
): Selection {
  if (paths === undefined) return selection;
  const include = new Map<string, IncludedSelection>();
  for (const [name, rest] of pathsByStep(paths)) {
    // The request was checked: behind one target type, each path follows a relationship of this type.
    const relationship = type.relationships.get(name) as RelationshipDefinition;
    const target = onlyTarget(setup, relationship);
    if (target === undefined || includedSizeOf(setup, type, relationship) !== undefined) continue;
    const subtree = treeFrom(setup, target, selectionFor(target, query), query, rest);
    include.set(name, { ...subtree, atMost: relationship.kind === 'to-one' ? 1 : setup.limits.includedLinkage + 1 });
  }
  return include.size === 0 ? selection : { ...selection, include };
}

/**
 * Returns the selection for `related` of a type: the fields that a response requires of the members of a relationship,
 * and what paths include from them.
 */
export function selectionOfIncludes(
  setup: LoadingSetup,
  type: ResourceType,
  relationship: RelationshipDefinition,
  query: Shown,
  paths: Paths = query.include,
): Selection {
  const selection = selectionOfMembers(setup.api, relationship, query);
  const target = onlyTarget(setup, relationship);
  if (target === undefined || !loadsIncludes(setup, type)) return selection;
  return treeFrom(setup, target, selection, query, paths);
}
