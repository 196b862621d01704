import type { FilterTerm, RelationshipDefinition, ResourceIdentifierObject } from '@linkage/core';
import { fieldOf, identityOf } from '@linkage/core/records';
import type { LinkageChange, SourceCall } from '../sources/data-source.ts';
import { identifiersOf, isAddition, isReplacement } from '../sources/linkage-change.ts';
import { listOf, readReferences } from '../sources/read-related.ts';
import { idOf } from '../sources/record-id.ts';
import { selectionOf } from '../sources/selection.ts';
import { callWith } from '../sources/source-call.ts';
import { membersOf } from './preserve-hidden-members.ts';
import type { LinkingSource } from './request-access.ts';

type Identifiers = readonly ResourceIdentifierObject[];

/** Returns the identifiers that are not among others. */
export function without(identifiers: Identifiers, others: Identifiers): Identifiers {
  const known = new Set(others.map(({ type, id }) => identityOf(type, id)));
  return identifiers.filter(({ type, id }) => !known.has(identityOf(type, id)));
}

/**
 * Returns which of the identifiers in a request are members of a relationship. If `isWhole` is true, the other
 * identifiers are certainly not members.
 */
async function membersAmong(
  { access, type, source }: LinkingSource,
  id: string,
  relationship: RelationshipDefinition,
  named: Identifiers,
  call: SourceCall,
): Promise<{ readonly members: Identifiers; readonly isWhole: boolean }> {
  const { name, targets } = relationship;
  const lockingCall = callWith(call, { forUpdate: true });
  const found = await source.find?.([id], selectionOf(name), lockingCall);
  const record = found?.find((it) => idOf(type.name, it) === id);
  const recordValue = record && fieldOf(record, name);
  const values = named.map((it) => it.id);
  const isTyped = targets.length === 1;
  // Conditions of several types cannot be one filter, so all members are read.
  const filter: FilterTerm[] = isTyped ? [{ field: 'id', operator: 'eq', values }] : [];
  const atMost = isTyped ? named.length + 1 : access.most + 1;
  const isAsked = recordValue === undefined && source.related !== undefined;
  const related = isAsked
    ? (await source.related?.(name, [id], { atMost, selection: selectionOf(), filter }, lockingCall))?.get(id)
    : undefined;
  const members = listOf(
    readReferences(access.api, type, id, relationship, recordValue === undefined ? related : recordValue),
  );
  // A source that ignores the filter can reach `atMost` before it has returned all identifiers that are members.
  const isWhole = recordValue !== undefined || (isAsked && members.length < atMost);
  return { members: members.map((it) => ({ type: it.type.name, id: it.id })), isWhole };
}

/**
 * Returns the members that a change really adds and removes. Adding a member that the relationship already contains, or
 * removing one that it does not contain, changes nothing, so no rule has to be called for it.
 */
export async function differenceOf(
  written: LinkingSource,
  id: string | undefined,
  name: string,
  change: LinkageChange,
  call: SourceCall,
): Promise<{ readonly added: Identifiers; readonly removed: Identifiers }> {
  const relationship = written.type.relationships.get(name) as RelationshipDefinition;
  if (isReplacement(change)) {
    const next = identifiersOf(change.replace);
    if (id === undefined) return { added: next, removed: [] };
    const members = await membersOf(written, id, relationship, call);
    const current = members.map((it) => ({ type: it.type.name, id: it.id }));
    return { added: without(next, current), removed: without(current, next) };
  }
  const named = isAddition(change) ? change.add : change.remove;
  if (named.length === 0) return { added: [], removed: [] };
  // Only a new resource does not have an id, and its relationships are replacements.
  const { members, isWhole } = await membersAmong(written, id as string, relationship, named, call);
  if (isAddition(change)) return { added: without(named, members), removed: [] };
  return { added: [], removed: isWhole ? without(named, without(named, members)) : named };
}
