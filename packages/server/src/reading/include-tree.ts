import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import type { IncludeNode } from '@linkage/core/internal';
import type { AnyQuery } from '../request/read-query.ts';
import type { RuledRequest } from '../rules/context.ts';
import type { IncludedSelection, Selection } from '../sources/port/data-source.ts';
import { selectionFor, selectionOfMembers } from '../sources/port/selection.ts';
import { includedSizeOf } from './paginated-relationship.ts';
import { stepsFrom } from './relationship-batches.ts';

type Shown = Pick<AnyQuery, 'fields' | 'plan'>;
type Nodes = readonly IncludeNode[];

/** Returns the node at which the primary data of a query is. */
function rootsOf({ plan }: Shown): Nodes {
  return plan === undefined ? [] : [plan.root];
}

/** Returns whether the source of a type loads related records at once. */
function loadsIncludes(request: RuledRequest, { name }: ResourceType): boolean {
  return request.sourceOf(name)?.loadsIncludes === true;
}

/** Returns the target type of a relationship, or undefined if there are several. */
export function onlyTarget({ api }: RuledRequest, { targets }: RelationshipDefinition): ResourceType | undefined {
  const [target = '', ...others] = targets;
  return others.length === 0 ? api.types.get(target) : undefined;
}

/**
 * Adds the relationships that are followed from some nodes to the selection for the source of a type, if the source loads
 * related records at once. Omits relationships with several target types, and those of which the response shows a page:
 * the server requests these from `related`.
 */
export function withIncludes(
  request: RuledRequest,
  type: ResourceType,
  selection: Selection,
  query: Shown,
  nodes: Nodes = rootsOf(query),
): Selection {
  return loadsIncludes(request, type) ? treeFrom(request, type, selection, query, nodes) : selection;
}

/** The depth is at most `limits.includeDepth`. */
function treeFrom(
  request: RuledRequest,
  type: ResourceType,
  selection: Selection,
  query: Shown,
  nodes: Nodes,
): Selection {
  const include = new Map<string, IncludedSelection>();
  for (const [relationship, next] of stepsFrom(nodes, type)) {
    const target = onlyTarget(request, relationship);
    if (target === undefined || includedSizeOf(request, type, relationship) !== undefined) continue;
    const subtree = treeFrom(request, target, selectionFor(target, query), query, next);
    const atMost = relationship.kind === 'to-one' ? 1 : request.server.limits.includedLinkage + 1;
    include.set(relationship.name, { ...subtree, atMost });
  }
  return include.size === 0 ? selection : { ...selection, include };
}

/**
 * Returns the selection for `related` of a type: the fields that a response requires of the members of a relationship,
 * and what is followed from them at some nodes.
 */
export function selectionOfIncludes(
  request: RuledRequest,
  type: ResourceType,
  relationship: RelationshipDefinition,
  query: Shown,
  nodes: Nodes = rootsOf(query),
): Selection {
  const selection = selectionOfMembers(request.api, relationship, query);
  const target = onlyTarget(request, relationship);
  if (target === undefined || !loadsIncludes(request, type)) return selection;
  return treeFrom(request, target, selection, query, nodes);
}
