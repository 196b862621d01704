import { linkageDifference } from '@linkage/core/records';
import { isReplacement } from '../sources/links/linkage-change.ts';
import type { LinkageChange } from '../sources/port/data-source.ts';
import { identifiersOf, type StoredLinkage } from './memory-table.ts';

/** Returns linkage after a change. Ignores added members that already exist and removed members that do not exist. */
export function changedLinkage(linkage: unknown, change: LinkageChange): StoredLinkage {
  if (isReplacement(change)) return change.replace;
  const members = identifiersOf(linkage);
  const { added, removed } = linkageDifference(members, change);
  const gone = new Set(removed);
  return [...members.filter((member) => !gone.has(member)), ...added];
}
