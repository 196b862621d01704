import type { ResourceIdentifierObject } from '@linkage/core';
import { identityOf } from '@linkage/core/records';
import type { LinkageChange } from '../source/data-source.ts';
import { isRemoval, isReplacement } from '../source/linkage-change.ts';
import { identifiersOf, type StoredLinkage } from './memory-table.ts';

/** The members of one list whose resources are not in the other: each list is read once, however long the two are. */
function without(
  members: readonly ResourceIdentifierObject[],
  others: readonly ResourceIdentifierObject[],
): readonly ResourceIdentifierObject[] {
  const identities = new Set(others.map(({ type, id }) => identityOf(type, id)));
  return members.filter(({ type, id }) => !identities.has(identityOf(type, id)));
}

/** Linkage after a change: members that are there already are not added again, absent ones are not missed. */
export function changedLinkage(linkage: unknown, change: LinkageChange): StoredLinkage {
  if (isReplacement(change)) return change.replace;
  const members = identifiersOf(linkage);
  return isRemoval(change) ? without(members, change.remove) : [...members, ...without(change.add, members)];
}
