import type { ResourceIdentifierObject } from '@linkage/core';
import { type Awaitable, andThen, canSet, ready, type Steps, termsIn } from '@linkage/core/internal';
import type { Side } from '../sources/links/sides.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { type AccessFilter, termsOf } from './access-filter.ts';
import { linkageChanges } from './changed-sides.ts';
import { findLinked, type Linked, type SideChange } from './find-linked.ts';
import { type CanReject, canReject, describeResource, linkageInput, ruleFor, ruleRejection } from './permission.ts';
import type { RequestAccess } from './request-access.ts';
import { rejectsAhead } from './rule-ahead.ts';
import { seenMembers } from './seen-members.ts';
import { filterVisible } from './visible-records.ts';
import type { WriteFacts } from './write-facts.ts';

// Two relationships can contain the same links, such as `articles.author` and `people.articles`. Each is a side of these
// links. A write to one side changes the inverse relationship, so the rules of both relationships must allow the write.

type Identifiers = readonly ResourceIdentifierObject[];

/** A resource of the inverse relationship, as rules see it. */
export interface Found extends Linked {
  /** The members that the user can read, if a rule `update` decides on a change of them. */
  readonly seen: Identifiers | undefined;
  /** Whether the user can read the resource, if its record changes with the links, or the links decide on it. */
  readonly isVisible: boolean;
}

/** Whether the conditions of an access filter compare a relationship. */
function compares(filter: AccessFilter, relationship: string | undefined): boolean {
  return (
    relationship !== undefined && termsIn(termsOf(filter)).some(({ field }) => field.split('.', 1)[0] === relationship)
  );
}

/** Whether the user's `read` rule compares a relationship of a type, so that a change of it can hide a resource. */
export function decidesAccess(
  access: RequestAccess,
  type: string,
  relationship: string | undefined,
): Awaitable<boolean> {
  return andThen(access.accessFilterOf(type), (it) => compares(it, relationship));
}

/**
 * Whether a rule or a setting can reject a change of a side. Otherwise, nothing has to be read for it.
 *
 * @param rejects Whether a rule of the side can reject a change.
 */
export function canRejectSide(access: RequestAccess, side: Side, rejects: CanReject = canReject): Awaitable<boolean> {
  const { type, relationship, storedIn, isOpen } = side;
  const isStored = storedIn === 'record';
  // `uncheckedInverses` opens a side for the resources that the user can read: the rule `link` lets the user name hidden ones, but it allows
  // links, not changes of their records.
  if (isOpen && (!isStored || access.control.ruleOf(type).link === undefined)) return false;
  return andThen(access.accessFilterOf(type), (accessFilter) => {
    if (isOpen || (isStored && accessFilter !== 'all')) return accessFilter !== 'all';
    if (compares(accessFilter, relationship) || isProtected(access, side)) return true;
    const rejectsLinks = relationship !== undefined && rejects(access, type, 'updateRelationship');
    return andThen(rejectsLinks, (it) => it || (isStored && rejects(access, type, 'update')));
  });
}

/**
 * Whether the rules must be asked about a change of a side. Not if the user can read all its resources, and the rules allow each change for
 * the user alone. A resource that the user may not read is locked, so that it does not become hidden before the write.
 */
export function mustAsk(access: RequestAccess, side: Side): Awaitable<boolean> {
  const known = access.asked.get(side);
  if (known !== undefined) return known;
  const isFound = access.unguardedSourceOf(side.type)?.find !== undefined;
  const answer = andThen(access.accessFilterOf(side.type), (accessFilter) =>
    canRejectSide(access, side, isFound && accessFilter === 'all' ? rejectsAhead : canReject),
  );
  access.asked.set(side, answer);
  return answer;
}

/**
 * Whether the user cannot write the field that stores the links, because it is read-only or hidden from the user.
 */
export function isProtected({ visibleApi }: RequestAccess, { type, relationship, storedIn }: Side): boolean {
  if (relationship === undefined || storedIn === 'related') return false;
  const definition = visibleApi.types.get(type)?.relationships.get(relationship);
  return definition === undefined || !canSet(definition, 'update');
}

/**
 * Reads the resources of a side before the write, with all their fields, and whether the user can read them. Unless the call says
 * otherwise, the write keeps the resources.
 */
export function* findSide(
  access: RequestAccess,
  side: Side,
  ids: readonly string[],
  call: SourceCall,
  facts?: WriteFacts,
): Steps<ReadonlyMap<string, Found>> {
  const linked = yield* findLinked(access, side, ids, call, facts);
  const records = [...linked.values()].map(({ record }) => record);
  const guarded = { ...access.guarded(side.type), facts };
  const relationship = guarded.type.relationships.get(side.relationship ?? '');
  // One check for all resources: the number of source calls must not depend on how many there are.
  const isInRecord = side.storedIn === 'record' && (yield* ready(canRejectSide(access, side)));
  const isChecked = isInRecord || (yield* ready(decidesAccess(access, side.type, side.relationship)));
  const visible = new Set<object>(isChecked ? yield* ready(filterVisible(guarded, records, call)) : records);
  const seen =
    relationship === undefined || !(yield* ready(canRejectSide(access, side)))
      ? undefined
      : yield* seenMembers(guarded, relationship, records, side.storedIn === 'record', call);
  return new Map(
    [...linked].map(([id, it]) => [id, { ...it, seen: seen?.get(id), isVisible: visible.has(it.record) }]),
  );
}

/**
 * Returns the reason why a side does not allow a change, or undefined if it does: by its rules, its `write: false`, and
 * the user's `read` rule.
 */
export function* sideRejection(
  access: RequestAccess,
  change: SideChange,
  found: ReadonlyMap<string, Found>,
  call: SourceCall,
): Steps<string | undefined> {
  const { side, id, added } = change;
  const { type, relationship, isOpen } = side;
  if (!(yield* ready(canRejectSide(access, side))) || (isOpen && added.length === 0)) return undefined;
  if (!isOpen && isProtected(access, side))
    return `The relationship \`${type}.${relationship}\`, which contains the same links, is read-only for the user.`;
  const current = found.get(id);
  const because = `The request changes links of ${describeResource(type, id)}`;
  // Rules cannot be called without a record. If the resource does not exist, nothing changes.
  if (current === undefined)
    return access.unguardedSourceOf(type)?.find === undefined
      ? `${because}, but its source does not have \`find\`.`
      : undefined;
  const { record } = current;
  if (side.storedIn === 'record') {
    if (!current.isVisible) return `${because}, which the user cannot read: see \`access.${type}.read\`.`;
    if (isOpen) return undefined;
    const all = relationship === undefined ? [undefined] : linkageChanges(access, change).map(([it]) => it);
    for (const one of all) {
      const input =
        relationship === undefined || one === undefined
          ? { type, id, attributes: {}, relationships: {} }
          : linkageInput(type, id, relationship, one, current.seen);
      const reason = yield* ready(ruleRejection(access, type, 'update', { id, record, input, call }));
      if (reason !== undefined) return `${because}. ${reason}`;
    }
  }
  // Without a rule `updateRelationship`, the rule `update` has just decided.
  const isDecided = side.storedIn === 'record' && ruleFor(access, type, 'updateRelationship') !== 'updateRelationship';
  if (relationship === undefined || isDecided) return undefined;
  for (const [linkageChange, identifiers] of linkageChanges(access, change)) {
    const subject = { id, record, relationship, change: linkageChange, identifiers, call };
    const reason = yield* ready(ruleRejection(access, type, 'updateRelationship', subject, current.seen));
    if (reason !== undefined) return `${because}. ${reason}`;
  }
  return undefined;
}
