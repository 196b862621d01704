import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import type { IncludeNode } from '@linkage/core/internal';
import type { AnyQuery } from '../request/read-query.ts';
import type { RuledRequest } from '../rules/context.ts';
import type { IncludedSelection, Selection } from '../sources/port/data-source.ts';
import { selectionFor, selectionOfMembers } from '../sources/port/selection.ts';
import { stepsFrom } from './relationship-batches.ts';

type Shown = Pick<AnyQuery, 'fields' | 'plan' | 'related'>;
type Nodes = readonly IncludeNode[];

/** Returns whether the source of a type loads related records at once. */
function loadsIncludes(request: RuledRequest, { name }: ResourceType): boolean {
  return request.sourceOf(name)?.loadsIncludes === true;
}

/** Returns the target type of a relationship, or undefined if there are several. */
export function onlyTarget({ api }: RuledRequest, { targets }: RelationshipDefinition): ResourceType | undefined {
  const [target = '', ...others] = targets;
  return others.length === 0 ? api.types.get(target) : undefined;
}

/** The members that each resource shows of an included relationship, or undefined to show all members. */
export function includedSizeOf(
  request: RuledRequest,
  type: ResourceType,
  relationship: RelationshipDefinition,
  { related }: Pick<AnyQuery, 'related'>,
): number | undefined {
  const { kind, targets } = relationship;
  // Without `find`, the relationship does not have a URL, so no link could lead to the other members.
  if (kind === 'to-one' || request.sourceOf(type.name)?.find === undefined) return undefined;
  const asked = related?.of.get(relationship);
  if (asked !== undefined) return asked.size;
  const { includedSize, pageSizeMaximum } = request.pageRules(targets);
  const size = Math.min(includedSize, pageSizeMaximum);
  return includedSize === Number.POSITIVE_INFINITY ? undefined : size;
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
  nodes: Nodes = query.plan === undefined ? [] : [query.plan.root],
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
    if (target === undefined || includedSizeOf(request, type, relationship, query) !== undefined) continue;
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
  nodes: Nodes = query.plan === undefined ? [] : [query.plan.root],
): Selection {
  const selection = selectionOfMembers(request.api, relationship, query);
  const target = onlyTarget(request, relationship);
  if (target === undefined || !loadsIncludes(request, type)) return selection;
  return treeFrom(request, target, selection, query, nodes);
}
