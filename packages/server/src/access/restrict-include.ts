import type { ResourceType } from '@linkage/core';
import type { IncludedSelection, Selection } from '../source/data-source.ts';
import { withHiddenNeeds } from './hidden-needs.ts';
import type { RequestAccess } from './request-access.ts';

/** Returns a selection without related records, for a source that does not load them at once. */
export function withoutInclude(selection: Selection): Selection {
  const { include: _, ...rest } = selection;
  return rest;
}

/**
 * Removes the relationships from the tree of a selection to resources of which the caller can read only some. A source would
 * load related records without the conditions, so the server requests these resources on their own. Keeps hidden fields that
 * computed attributes need.
 */
export async function restrictInclude<Given extends Selection>(
  access: RequestAccess,
  type: ResourceType,
  given: Given,
): Promise<Given> {
  const selection = withHiddenNeeds(given, [type]);
  const { include, ...rest } = selection;
  if (include === undefined) return selection;
  const kept = new Map<string, IncludedSelection>();
  for (const [name, included] of include) {
    const target = type.relationships.get(name)?.targets[0];
    if (target === undefined || (await access.scopeOf(target)) !== 'all') continue;
    kept.set(name, await restrictInclude(access, access.typeOf(target), included));
  }
  return (kept.size === 0 ? rest : { ...rest, include: kept }) as Given;
}
