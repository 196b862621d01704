import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import type { IncludedSelection, Selection } from '../sources/port/data-source.ts';
import { withNeededRelationships } from './needed-relationships.ts';
import type { RequestAccess } from './request-access.ts';

/**
 * Removes related records from a selection if the caller can read only some resources of their type. A source would load
 * all of them, because it does not know the rules. The server then reads the readable ones from their own source.
 * Keeps hidden fields that computed attributes need.
 */
export async function restrictInclude<Given extends Selection>(
  access: RequestAccess,
  type: ResourceType,
  given: Given,
): Promise<Given> {
  const selection = withNeededRelationships(given, [type]);
  const { include } = selection;
  if (include === undefined) return selection;
  const kept = new Map<string, IncludedSelection>();
  for (const [name, included] of include) {
    // Only relationships with one target type are part of `include`.
    const [target = ''] = (type.relationships.get(name) as RelationshipDefinition).targets;
    if ((await access.scopeOf(target)) !== 'all') continue;
    kept.set(name, await restrictInclude(access, access.typeOf(target), included));
  }
  return { ...selection, include: kept.size === 0 ? undefined : kept };
}
