import type { ResourceIdentifierObject } from '@linkage/core';
import { identifiersOf } from '@linkage/core/internal';
import type { Linkage } from '@linkage/core/records';
import type { LinkageChange } from '../port/data-source.ts';

/** Whether a change replaces all members. Checks own members, because `in` also finds inherited ones. */
export function isReplacement<Change extends LinkageChange>(
  change: Change,
): change is Extract<Change, { replace: unknown }> {
  return Object.hasOwn(change, 'replace');
}

/** Whether a change adds members. */
export function isAddition<Change extends LinkageChange>(change: Change): change is Extract<Change, { add: unknown }> {
  return Object.hasOwn(change, 'add');
}

/** Whether a change removes members. */
export function isRemoval<Change extends LinkageChange>(
  change: Change,
): change is Extract<Change, { remove: unknown }> {
  return Object.hasOwn(change, 'remove');
}

/** Returns the identifiers in a change of linkage. */
export function identifiersInChange(change: LinkageChange): readonly ResourceIdentifierObject[] {
  if (isReplacement(change)) return identifiersOf(change.replace);
  return isAddition(change) ? change.add : change.remove;
}

/** Returns the relationships of a request as changes: each is replaced. */
export function replacements(relationships: object): readonly (readonly [name: string, change: LinkageChange])[] {
  const linkages = Object.entries(relationships) as [string, Linkage][];
  return linkages.map(([name, linkage]) => [name, { replace: linkage }] as const);
}
