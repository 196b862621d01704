import type { ResourceIdentifierObject } from '@linkage/core';
import { identityOf } from '@linkage/core/records';
import type { LinkageChange } from '../source/data-source.ts';
import { isRemoval, isReplacement } from '../source/linkage-change.ts';
import { identifiersOf, type StoredLinkage } from './memory-table.ts';

/**
 * Returns the members of one list whose resources are not in the other list. Reads each list once, so the time is
 * linear.
 */
function without(
  members: readonly ResourceIdentifierObject[],
  others: readonly ResourceIdentifierObject[],
): readonly ResourceIdentifierObject[] {
  const identities = new Set(others.map(({ type, id }) => identityOf(type, id)));
  return members.filter(({ type, id }) => !identities.has(identityOf(type, id)));
}

/** Returns linkage after a change. Ignores added members that already exist and removed members that do not exist. */
export function changedLinkage(linkage: unknown, change: LinkageChange): StoredLinkage {
  if (isReplacement(change)) return change.replace;
  const members = identifiersOf(linkage);
  return isRemoval(change) ? without(members, change.remove) : [...members, ...without(change.add, members)];
}
