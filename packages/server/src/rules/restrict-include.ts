import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import { andThen, inOrder } from '@linkage/core/internal';
import type { Awaitable, IncludedSelection, Selection } from '../sources/port/data-source.ts';
import { withNeededRelationships } from './needed-relationships.ts';
import type { RequestAccess } from './request-access.ts';

/**
 * Removes related records from a selection if the caller can read only some resources of their type. A source would load
 * all of them, because it does not know the rules. The server then reads the readable ones from their own source.
 * Keeps hidden fields that computed attributes need.
 */
export function restrictInclude<Given extends Selection>(
  access: RequestAccess,
  type: ResourceType,
  given: Given,
): Awaitable<Given> {
  if (given.include === undefined && access.visibleApi === access.api) return given;
  const selection = withNeededRelationships(given, [type]);
  const { include } = selection;
  if (include === undefined) return selection;
  const kept = new Map<string, IncludedSelection>();
  const keep = ([name, included]: readonly [string, IncludedSelection]): Awaitable<void> => {
    // Only relationships with one target type are part of `include`.
    const [target = ''] = (type.relationships.get(name) as RelationshipDefinition).targets;
    return andThen(access.scopeOf(target), (scope) => {
      if (scope !== 'all') return undefined;
      const restricted = restrictInclude(access, access.typeOf(target), included);
      return andThen(restricted, (shown) => void kept.set(name, shown));
    });
  };
  return andThen(inOrder([...include], keep), () => ({ ...selection, include: kept.size === 0 ? undefined : kept }));
}
