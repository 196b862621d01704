import type { RelationshipDefinition, ResourceIdentifierObject } from '@linkage/core';
import { ready, rejection, type Steps, setOwn } from '@linkage/core/internal';
import { identityOf, type Reference } from '@linkage/core/records';
import { isAddition, isRemoval } from '../sources/links/linkage-change.ts';
import { identifierOf, identifiersOfReferences, linkageOfRecords } from '../sources/links/linkage-of-records.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { LinkageChange, SourceCall } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { selectionOf } from '../sources/port/selection.ts';
import { callWith } from '../sources/port/source-call.ts';
import { isRestricted } from './access-filter.ts';
import type { GuardedSource, LinkingSource } from './request-access.ts';
import { visibleIdentifiers } from './visible-records.ts';
import { placesOf, visibleReferences } from './visible-references.ts';

type Linkage = ResourceIdentifierObject | null | readonly ResourceIdentifierObject[];

/** Reads the current members of a relationship of one resource, hidden members too. */
export function* membersOf(
  { access, type, source, facts }: LinkingSource,
  id: string,
  relationship: RelationshipDefinition,
  asked: Parameters<typeof linkageOfRecords>[3],
  call: SourceCall,
): Steps<{ readonly members: readonly Reference[]; readonly isWhole: boolean }> {
  const locking = callWith(call, { forUpdate: true });
  const own = facts?.record(type.name, id);
  const found = own === undefined ? yield* ready(source.find?.([id], selectionOf(relationship.name), locking)) : [own];
  const record = found?.find((it) => idOf(type.name, it) === id) ?? { id };
  const from = { api: access.api, type, source };
  const { ids } = asked;
  const key = ids && JSON.stringify([relationship.name, id, ids]);
  const known = facts?.linkage.get(relationship.name) ?? (key && facts?.among.get(key));
  const linkage = known || (yield* ready(linkageOfRecords(from, relationship, [record], asked, locking)));
  if (key !== undefined) facts?.among.set(key, linkage);
  const { of, isWhole } = linkage;
  return { members: of(record) ?? [], isWhole };
}

/**
 * Reads the current members of a relationship that will be replaced, hidden members too. Returns no members if the
 * source cannot return them. `changed-members.ts` uses it as well.
 *
 * @throws {JsonApiError} 403 if there are more members than the limit.
 */
export function* replacedMembers(
  linking: LinkingSource,
  id: string,
  relationship: RelationshipDefinition,
  call: SourceCall,
): Steps<readonly Reference[]> {
  const { most } = linking.access;
  const { members, isWhole } = yield* membersOf(linking, id, relationship, { most }, call);
  if (isWhole || members.length <= most) return members;
  throw rejection('OPERATION_NOT_SUPPORTED.members', { name: relationship.name });
}

/**
 * Returns the members that replace a relationship. Adds the current to-many members that the user cannot read, so
 * that they are preserved.
 *
 * @throws {JsonApiError} 403 if there are more members than the limit.
 */
function* preserveHiddenMembers(
  guarded: GuardedSource,
  id: string,
  name: string,
  linkage: Linkage,
  call: SourceCall,
): Steps<Linkage> {
  const { access, type, facts } = guarded;
  const relationship = type.relationships.get(name) as RelationshipDefinition;
  if (!Array.isArray(linkage) || !(yield* ready(isRestricted(access, relationship)))) return linkage;
  const members = yield* replacedMembers(guarded, id, relationship, call);
  const places = members.length > 0 ? [] : yield* ready(placesOf(access, relationship, `${type.name} ${id}`));
  const isVisible = yield* ready(visibleReferences(access, [...places, ...members], call, undefined, facts));
  const given = new Set(linkage.map((it: ResourceIdentifierObject) => identityOf(it.type, it.id)));
  const kept = members.filter((it) => !isVisible(it) && !given.has(identityOf(it.type.name, it.id)));
  // A member keeps the data of its membership, which the user must not write.
  return [...linkage, ...(relationship.member === undefined ? kept.map(identifierOf) : identifiersOfReferences(kept))];
}

type Changes = Parameters<NonNullable<AnySource['update']>>[1];

/** Returns a change of a relationship that neither removes nor replaces members that the user cannot read. */
export function* changeWithin(
  guarded: GuardedSource,
  id: string,
  relationship: string,
  change: LinkageChange,
  call: SourceCall,
): Steps<LinkageChange> {
  // The user cannot remove other members.
  if (isRemoval(change))
    return { remove: yield* ready(visibleIdentifiers(guarded.access, change.remove, call, guarded.facts)) };
  return isAddition(change)
    ? change
    : { replace: yield* preserveHiddenMembers(guarded, id, relationship, change.replace, call) };
}

/** Returns the changes of a resource. Its to-many relationships keep the members that the user cannot read. */
export function* changesWithin(guarded: GuardedSource, id: string, changes: Changes, call: SourceCall): Steps<Changes> {
  const relationships: Record<string, Linkage> = {};
  for (const [name, linkage] of Object.entries(changes.relationships) as [string, Linkage][]) {
    setOwn(relationships, name, yield* preserveHiddenMembers(guarded, id, name, linkage, call));
  }
  return { ...changes, relationships };
}
