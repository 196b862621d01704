import { identityOf, linkageDifference } from '@linkage/core/records';
import { isAddition, isReplacement } from '../sources/links/linkage-change.ts';
import type { LinkageChange } from '../sources/port/data-source.ts';
import { identifiersOf, type StoredLinkage } from './memory-table.ts';

/**
 * Returns linkage after a change. Ignores added members that already exist, except the data of their membership, and removed members that do
 * not exist.
 */
export function changedLinkage(linkage: unknown, change: LinkageChange): StoredLinkage {
  if (isReplacement(change)) return change.replace;
  const members = identifiersOf(linkage);
  const { added, removed } = linkageDifference(members, change);
  const gone = new Set(removed);
  const given = isAddition(change) ? change.add.filter(({ meta }) => meta !== undefined) : [];
  const data = new Map(given.map((it) => [identityOf(it.type, it.id), it]));
  const kept = members.filter((member) => !gone.has(member));
  return [...kept.map((it) => data.get(identityOf(it.type, it.id)) ?? it), ...added];
}
