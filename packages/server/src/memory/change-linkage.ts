import type { ResourceIdentifierObject } from '@linkage/core';
import type { LinkageChange } from '../data-source.ts';
import { identifiersOf, type StoredLinkage } from './memory-table.ts';

function same(left: ResourceIdentifierObject, right: ResourceIdentifierObject): boolean {
  return left.type === right.type && left.id === right.id;
}

/** Linkage after a change: members that are there already are not added again, absent ones are not missed. */
export function changedLinkage(linkage: unknown, change: LinkageChange): StoredLinkage {
  if ('replace' in change) return change.replace;
  const members = identifiersOf(linkage);
  if ('remove' in change) return members.filter((member) => !change.remove.some((removed) => same(member, removed)));
  return [...members, ...change.add.filter((added) => !members.some((member) => same(member, added)))];
}
