import type { ResourceIdentifierObject } from '@linkage/core';
import { type Awaitable, allOf, andThen, ready, type Steps } from '@linkage/core/internal';
import { linkedIds } from '../sources/links/linked-ids.ts';
import type { Side, StoredSide } from '../sources/links/sides.ts';
import type { SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import { selectionOf } from '../sources/port/selection.ts';
import { callWith } from '../sources/port/source-call.ts';
import { canRejectSide, findSide, mustAsk, sideRejection } from './inverse-rules.ts';
import { canReject, describeResource, forbidden, ruleRejection } from './permission.ts';
import type { GuardedSource, RequestAccess } from './request-access.ts';
import { rejectsAhead } from './rule-ahead.ts';

/** Whether a rule can reject the deletion of a resource of a type, apart from the resources that link to it. */
function canRejectDeletion(access: RequestAccess, type: string): Awaitable<boolean> {
  return canReject(access, type, 'delete') || andThen(access.accessFilterOf(type), (it) => it !== 'all');
}

/** Whether the rules must be asked about such a deletion, because they do not allow each for the user alone. */
function mustAskOfDeletion(access: RequestAccess, type: string): Awaitable<boolean> {
  if (access.unguardedSourceOf(type)?.find === undefined) return canRejectDeletion(access, type);
  return andThen(access.accessFilterOf(type), (it) => it !== 'all' || rejectsAhead(access, type, 'delete'));
}

/** Returns the sides that the deletion of a resource of a type changes, and those whose records its source deletes with it. */
function affectedSides({ sides }: RequestAccess, first: string): readonly Side[] {
  const affected: Side[] = [];
  const types = new Set([first]);
  for (const type of types)
    for (const { side } of sides.storedLinksTo(type)) {
      affected.push(side);
      if (side.isDeleted) types.add(side.type);
    }
  return affected;
}

/**
 * Whether the rules allow what a deletion changes or deletes in other records, whichever these are: they answer for the user alone.
 */
export function allowsEffects(access: RequestAccess, type: string): Awaitable<boolean> {
  return allOf(affectedSides(access, type), (side) => {
    const asking = side.isDeleted ? !side.isOpen && mustAskOfDeletion(access, side.type) : mustAsk(access, side);
    return andThen(asking, (it) => !it);
  });
}

/** The ids of the resources that a deletion deletes, by type. */
type DeletedIds = Map<string, Set<string>>;

/** Returns the resources that link to deleted ones, with the ids of these: in one source call for all of them. */
function* linkedTo(
  access: RequestAccess,
  stored: StoredSide,
  type: string,
  ids: readonly string[],
  call: SourceCall,
): Steps<ReadonlyMap<string, readonly string[]>> {
  const reading = { api: access.api, most: access.most, sourceOf: access.unguardedSourceOf };
  const links = yield* linkedIds(reading, stored, access.typeOf(type), ids, callWith(call, { forUpdate: true }));
  if (links !== undefined) return links;
  const [id, ...others] = ids;
  const to = others.length === 0 ? describeResource(type, id) : `${ids.length} resources of type "${type}"`;
  throw forbidden(
    'deleteReferenced',
    `The resources of type "${stored.side.type}" that link to ${to} are too many, or cannot be read.`,
  );
}

/** Checks that the user can delete resources that the data source deletes together with another one. */
function* assertDeletedTogether(
  { access, facts }: GuardedSource,
  { side }: StoredSide,
  ids: readonly string[],
  call: SourceCall,
): Steps<void> {
  if (ids.length === 0 || side.isOpen || !(yield* ready(canRejectDeletion(access, side.type)))) return;
  const source = access.unguardedSourceOf(side.type);
  if (source === undefined) throw forbidden('deleteReferenced', `Type "${side.type}" does not have a source.`);
  const found = yield* findSide(access, side, ids, callWith(call, { keepsRecords: false }), facts);
  if (ids.some((id) => found.get(id)?.isVisible !== true))
    throw forbidden(
      'deleteReferenced',
      `The deletion deletes resources of type "${side.type}" that the user cannot read: see \`access.${side.type}.read\`.`,
    );
  for (const id of ids) {
    const subject = { id, record: found.get(id)?.record, call };
    const reason = yield* ready(ruleRejection(access, side.type, 'delete', subject));
    if (reason !== undefined) throw forbidden('deleteReferenced', reason);
  }
}

/**
 * Returns the ids of a resource, and of all that its data source deletes together with it. Each must be a resource that the
 * user can delete. The number of source calls depends on the depth of the cascade, but not on the number of resources.
 */
function* deletedWith(guarded: GuardedSource, first: ResourceIdentifierObject, call: SourceCall): Steps<DeletedIds> {
  const { access } = guarded;
  const deleted: DeletedIds = new Map([[first.type, new Set([first.id])]]);
  let count = 1;
  let level: ReadonlyMap<string, readonly string[]> = new Map([[first.type, [first.id]]]);
  while (level.size > 0) {
    const next = new Map<string, string[]>();
    for (const [target, ids] of level) {
      for (const stored of access.sides.storedLinksTo(target).filter(({ side }) => side.isDeleted)) {
        const { type } = stored.side;
        const known = deleted.get(type) ?? new Set();
        const links = yield* linkedTo(access, stored, target, ids, call);
        const others = [...links.keys()].filter((id) => !known.has(id));
        yield* assertDeletedTogether(guarded, stored, others, call);
        for (const id of others) known.add(id);
        deleted.set(type, known);
        if (others.length > 0) next.set(type, [...(next.get(type) ?? []), ...others]);
        count += others.length;
        if (count > access.most)
          throw forbidden('deleteReferenced', `The deletion deletes more than ${access.most} resources.`);
      }
    }
    level = next;
  }
  return deleted;
}

/**
 * Checks that a resource can be deleted although other records store links to it. A data source that sets these links to
 * null changes these records, so their rules must allow the change: for example, the articles of a deleted person. If the
 * source declares that it deletes these records, their `delete` rules must allow it.
 *
 * @param subject The resource, and its record if it was read and locked.
 * @throws {JsonApiError} 403 if a rule rejects the change or the deletion of a record, or if the records cannot be
 * determined.
 */
export function* assertDeletable(
  guarded: GuardedSource,
  subject: { readonly id: string; readonly record: SourceRecord | undefined },
  call: SourceCall,
): Steps<void> {
  const { access, type, source, facts } = guarded;
  if (yield* ready(allowsEffects(access, type.name))) return;
  const { id, record } = subject;
  // Records can contain the id of a missing resource. Its deletion changes nothing, and must not reveal these records. Nothing
  // can begin to link to a locked resource.
  const locking = callWith(call, { forUpdate: true });
  const found = record === undefined ? yield* ready(source.find?.([id], selectionOf(), locking)) : undefined;
  if (found?.length === 0) return;
  const deleted = yield* deletedWith(guarded, { type: type.name, id }, call);
  for (const [target, gone] of deleted) {
    if (gone.size === 0) continue;
    for (const stored of access.sides.storedLinksTo(target)) {
      const { side } = stored;
      if (side.isDeleted || !(yield* ready(canRejectSide(access, side)))) continue;
      const links = yield* linkedTo(access, stored, target, [...gone], call);
      const left = [...links].filter(([linked]) => deleted.get(side.type)?.has(linked) !== true);
      const found = yield* findSide(
        access,
        side,
        left.map(([linked]) => linked),
        call,
        facts,
      );
      for (const [linked, to] of left) {
        const removed = to.map((it) => ({ type: target, id: it }));
        const rejection = yield* sideRejection(access, { side, id: linked, added: [], removed }, found, call);
        if (rejection !== undefined) throw forbidden('deleteReferenced', rejection);
      }
    }
  }
}
