import type { RelationshipDefinition, ResourceIdentifierObject } from '@linkage/core';
import { memberOf, ready, type Steps } from '@linkage/core/internal';
import type { Linkage, Reference } from '@linkage/core/records';
import { affectedByDeletion, type Members, membersOfRecords } from '../../rules/affected-by-deletion.ts';
import { differenceOf } from '../../rules/changed-members.ts';
import { linkAccessOf } from '../../rules/create-request-access.ts';
import { isToOne, type LinkAccess } from '../../rules/request-access.ts';
import { subjectRecord } from '../../rules/subject-record.ts';
import { WriteFacts } from '../../rules/write-facts.ts';
import { knownRows } from '../../sources/gateway/known-rows.ts';
import { isAddition, isReplacement } from '../../sources/links/linkage-change.ts';
import { identifierOf } from '../../sources/links/linkage-of-records.ts';
import { idOf } from '../../sources/port/record-id.ts';
import type { Change } from '../change.ts';
import { changesOf, linkageChange, toldMember } from './field-changes.ts';
import type { CompletedWrite, FieldChanges } from './write-hooks.ts';

// The option `afterWrite` learns what a write has changed. What the records before and after it do not contain is read before the write: the linkage
// that it replaces, and the resources that a deletion changes or deletes, too.

/** A write as `afterWrite` learns of it, without the functions. */
export type ToldWrite = Pick<CompletedWrite, 'type' | 'action' | 'id' | 'changes'>;

/** What was read before a write, for the option `afterWrite`. */
export interface ReadAhead {
  /** The relationships before the write, as far as they are known; of an addition or a removal, what it changes. */
  readonly linkage: ReadonlyMap<string, Linkage | FieldChanges[string]>;
  /** The resources that a deletion deletes, too, and those whose links to deleted ones it removes. */
  readonly others: readonly ToldWrite[];
  /** The types of which it can change or delete resources that could not be read. */
  readonly untold: readonly string[];
}

export const noneAhead: ReadAhead = { linkage: new Map(), others: [], untold: [] };

function linkageIn(relationship: RelationshipDefinition, members: readonly Reference[]): Linkage {
  const told = members.map((it) => toldMember(relationship, identifierOf(it)));
  return relationship.kind === 'to-many' ? told : (told.at(0) ?? null);
}

/** Reads one relationship of a resource before its write. In a list, once for all resources that its operations have locked. */
function* membersBefore(
  access: LinkAccess,
  { type, record = {}, facts, operation: { call } }: Change,
  relationship: RelationshipDefinition,
): Steps<readonly Reference[] | undefined> {
  const { name, targets } = relationship;
  const id = idOf(type.name, record);
  const whole = facts?.linkage.get(name)?.of(record);
  if (whole !== undefined) return whole;
  const known = knownRows(call);
  // The writes of other operations that wait change neither these links, nor the record.
  const isApart = memberOf(record, name) === undefined && !targets.includes(type.name);
  if (known !== undefined && isApart) {
    const key = JSON.stringify([type.name, name]);
    let read = known.linkage.get(key) as Members | undefined;
    if (read === undefined) {
      const rows = [...new Set([id, ...known.idsOf(type.name)])].map((it) => ({ id: it }));
      read = yield* ready(membersOfRecords(access, type, relationship, rows, call));
      known.linkage.set(key, read);
    }
    const own = read.get(id);
    if (own !== undefined) return own;
  }
  // Of too many members together, those of each resource are read.
  return (yield* ready(membersOfRecords(access, type, relationship, [record], call))).get(id);
}

/** Returns what an addition or a removal really changes. */
function* memberChange(access: LinkAccess, change: Change<'updateRelationship'>): Steps<FieldChanges[string]> {
  const { type, source, record, given, id, operation } = change;
  const facts = change.facts ?? new WriteFacts();
  if (change.facts === undefined && record !== undefined) facts.keepRecords(type.name, [record as never]);
  const name = change.relationship as string;
  const linking = { access, type, source, facts };
  const { added, removed } = yield* differenceOf(linking, id, name, given, [], operation.call);
  const relationship = type.relationships.get(name) as RelationshipDefinition;
  const told = (members: readonly ResourceIdentifierObject[]) => members.map((it) => toldMember(relationship, it));
  return isAddition(given) ? { add: told(added) } : { remove: told(removed) };
}

/** Reads what a deletion changes beside its resource. */
function* readOthers(access: LinkAccess, { type, id, operation }: Change): Steps<Omit<ReadAhead, 'linkage'>> {
  const self = { type: type.name, id: id as string };
  const { deleted, unlinked, unread } = yield* affectedByDeletion(access, self, operation.call);
  const all = deleted.map(({ type: of, record, linkage }): ToldWrite => {
    const links = new Map(
      [...linkage].map(([name, members]) => {
        const relationship = of.relationships.get(name) as RelationshipDefinition;
        return [name, linkageChange(relationship, linkageIn(relationship, members), undefined)];
      }),
    );
    const changes = changesOf(of, subjectRecord(access.api, of, record), {}, {}, links);
    return { type: of.name, action: 'delete', id: idOf(of.name, record), changes };
  });
  const changed = unlinked.map(({ side, id: linked, removed }): ToldWrite => {
    const change = isToOne(access, side) ? { from: removed.at(0), to: null } : { remove: removed };
    const changes = Object.fromEntries([[side.relationship, change]]);
    return { type: side.type, action: 'updateRelationship', id: linked, changes };
  });
  return { others: [...all, ...changed], untold: unread };
}

/** Reads what the option `afterWrite` will tell of a write, before it. */
export function* readAhead(change: Change): Steps<ReadAhead> {
  const { type, operation, action } = change;
  const access = linkAccessOf(operation.request);
  const linkage = new Map<string, Linkage | FieldChanges[string]>();
  if (change.is('updateRelationship') && !isReplacement(change.given)) {
    linkage.set(change.relationship as string, yield* memberChange(access, change));
    return { ...noneAhead, linkage };
  }
  const names =
    action === 'delete' ? [...type.relationships.keys()] : change.relationshipChanges().map(([name]) => name);
  for (const name of names) {
    const relationship = type.relationships.get(name) as RelationshipDefinition;
    const members = yield* membersBefore(access, change, relationship);
    if (members !== undefined) linkage.set(name, linkageIn(relationship, members));
  }
  return { ...noneAhead, linkage, ...(action === 'delete' && (yield* readOthers(access, change))) };
}
