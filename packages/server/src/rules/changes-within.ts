import { ready, type Steps, setOwn } from '@linkage/core/internal';
import type { Linkage } from '@linkage/core/records';
import { isAddition, isRemoval } from '../sources/links/linkage-change.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { LinkageChange, SourceCall } from '../sources/port/data-source.ts';
import { preserveHiddenMembers } from './preserve-hidden-members.ts';
import type { GuardedSource } from './request-access.ts';
import { visibleIdentifiers } from './visible-records.ts';

type Changes = Parameters<NonNullable<AnySource['update']>>[1];

/** Returns a change of a relationship that neither removes nor replaces members that the caller cannot read. */
export function* changeWithin(
  guarded: GuardedSource,
  id: string,
  relationship: string,
  change: LinkageChange,
  call: SourceCall,
): Steps<LinkageChange> {
  // The caller cannot remove other members.
  if (isRemoval(change))
    return { remove: yield* ready(visibleIdentifiers(guarded.access, change.remove, call, guarded.facts)) };
  return isAddition(change)
    ? change
    : { replace: yield* preserveHiddenMembers(guarded, id, relationship, change.replace, call) };
}

/** Returns the changes of a resource. Its to-many relationships keep the members that the caller cannot read. */
export function* changesWithin(guarded: GuardedSource, id: string, changes: Changes, call: SourceCall): Steps<Changes> {
  const relationships: Record<string, Linkage> = {};
  for (const [name, linkage] of Object.entries(changes.relationships) as [string, Linkage][]) {
    setOwn(relationships, name, yield* preserveHiddenMembers(guarded, id, name, linkage, call));
  }
  return { ...changes, relationships };
}
