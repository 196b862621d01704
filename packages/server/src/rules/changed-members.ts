import type { RelationshipDefinition, ResourceIdentifierObject } from '@linkage/core';
import { identifiersOf, memberDataIn, memberOf, type Steps, without } from '@linkage/core/internal';
import { identityOf, type Reference } from '@linkage/core/records';
import { isAddition, isReplacement } from '../sources/links/linkage-change.ts';
import { identifiersOfReferences } from '../sources/links/linkage-of-records.ts';
import type { LinkageChange, SourceCall } from '../sources/port/data-source.ts';
import { membersOf, replacedMembers } from './preserve-hidden-members.ts';
import type { LinkingSource } from './request-access.ts';

type Identifiers = readonly ResourceIdentifierObject[];

/** Returns the identifiers with other data than that of their memberships. */
function withOtherData(
  { member }: RelationshipDefinition,
  sent: Identifiers,
  members: readonly Reference[],
): Identifiers {
  if (member === undefined) return [];
  const known = new Map(members.map((it) => [identityOf(it.type.name, it.id), it]));
  return sent.filter(({ type, id, meta }) => {
    const current = known.get(identityOf(type, id));
    if (current === undefined || meta === undefined) return false;
    const [was, is] = [current.meta, meta].map((it) => memberDataIn(member, it, type, id) ?? {}) as [object, object];
    const isOther = (name: string): boolean =>
      JSON.stringify(memberOf(was, name) ?? null) !== JSON.stringify(memberOf(is, name) ?? null);
    return [...member.keys()].some((name) => memberOf(meta, name) !== undefined && isOther(name));
  });
}

/**
 * Returns the members that a change really adds and removes. Adding a member that the relationship already contains, or
 * removing one that it does not contain, changes nothing, so no rule has to be called for it. One whose data changes counts as added.
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
    const members = yield* replacedMembers(written, id, relationship, call);
    const current = identifiersOfReferences(members);
    const changed = [...unknown, ...withOtherData(relationship, next, members)];
    return { added: without(next, without(current, changed)), removed: without(current, next) };
  }
  const named = isAddition(change) ? change.add : change.remove;
  if (named.length === 0) return { added: [], removed: [] };
  // Conditions of several types cannot be one filter, so all members are read.
  const isTyped = relationship.targets.length === 1;
  const asked = isTyped ? { most: named.length, ids: named.map((it) => it.id) } : written.access;
  // Only a new resource does not have an id, and its relationships are replacements.
  const { members, isWhole } = yield* membersOf(written, id as string, relationship, asked, call);
  const current = identifiersOfReferences(members);
  if (isAddition(change)) {
    const changed = [...unknown, ...withOtherData(relationship, named, members)];
    return { added: without(named, without(current, changed)), removed: [] };
  }
  const others = without(named, current);
  // A source that ignores the filter can reach the limit before it has returned all identifiers that are members.
  return { added: [], removed: isWhole ? without(named, others) : named };
}
