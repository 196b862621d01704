import type { RelationshipDefinition, ResourceIdentifierObject } from '@linkage/core';
import { identifiersOf, type Steps, without } from '@linkage/core/internal';
import { isAddition, isReplacement } from '../sources/links/linkage-change.ts';
import { identifiersOfReferences } from '../sources/links/linkage-of-records.ts';
import type { LinkageChange, SourceCall } from '../sources/port/data-source.ts';
import { membersOf, replacedMembers } from './preserve-hidden-members.ts';
import type { LinkingSource } from './request-access.ts';

type Identifiers = readonly ResourceIdentifierObject[];

/**
 * Returns the members that a change really adds and removes. Adding a member that the relationship already contains, or
 * removing one that it does not contain, changes nothing, so no rule has to be called for it.
 *
 * @param unknown Members of the request that count as added, even if the relationship contains them.
 */
export function* differenceOf(
  written: LinkingSource,
  id: string | undefined,
  name: string,
  change: LinkageChange,
  unknown: Identifiers,
  call: SourceCall,
): Steps<{ readonly added: Identifiers; readonly removed: Identifiers }> {
  const relationship = written.type.relationships.get(name) as RelationshipDefinition;
  if (isReplacement(change)) {
    const next = identifiersOf(change.replace);
    if (id === undefined) return { added: next, removed: [] };
    const current = identifiersOfReferences(yield* replacedMembers(written, id, relationship, call));
    return { added: without(next, without(current, unknown)), removed: without(current, next) };
  }
  const named = isAddition(change) ? change.add : change.remove;
  if (named.length === 0) return { added: [], removed: [] };
  // Conditions of several types cannot be one filter, so all members are read.
  const isTyped = relationship.targets.length === 1;
  const asked = isTyped ? { most: named.length, ids: named.map((it) => it.id) } : written.access;
  // Only a new resource does not have an id, and its relationships are replacements.
  const { members, isWhole } = yield* membersOf(written, id as string, relationship, asked, call);
  const current = identifiersOfReferences(members);
  if (isAddition(change)) return { added: without(named, without(current, unknown)), removed: [] };
  const others = without(named, current);
  // A source that ignores the filter can reach the limit before it has returned all identifiers that are members.
  return { added: [], removed: isWhole ? without(named, others) : named };
}
