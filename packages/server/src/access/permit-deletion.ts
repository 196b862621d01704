import type { ResourceIdentifierObject } from '@linkage/core';
import { identityOf } from '@linkage/core/records';
import type { SourceCall } from '../source/data-source.ts';
import { linkedIds } from '../source/linked-ids.ts';
import type { StoredSide } from '../source/sides.ts';
import { canRefuse, findSide, sideRefusal } from './other-sides.ts';
import { assertAllowed, describeResource, forbidden, hasRule } from './permission.ts';
import type { RequestAccess } from './request-access.ts';
import { filterVisible, type GuardedSource } from './visible-records.ts';

/** A resource that a deletion deletes. */
type Deleted = ResourceIdentifierObject;

/** Whether a rule can reject the deletion of a resource of a type, apart from the resources that link to it. */
async function canRefuseDeletion(access: RequestAccess, type: string): Promise<boolean> {
  return hasRule(access, type, 'delete') || access.control.absent === 'deny' || (await access.scopeOf(type)) !== 'all';
}

/** Whether a rule can reject something that the deletion of a resource of a type changes or deletes in other records. */
async function canRefuseEffects(access: RequestAccess, first: string): Promise<boolean> {
  const types = new Set([first]);
  for (const type of types) {
    for (const { side } of access.sides.storedLinksTo(type)) {
      if (!side.isDeleted && (await canRefuse(access, side))) return true;
      if (!side.isDeleted) continue;
      if (!side.isOpen && (await canRefuseDeletion(access, side.type))) return true;
      types.add(side.type);
    }
  }
  return false;
}

/** Returns the ids of the resources that link to a deleted one. */
async function linkedTo(
  access: RequestAccess,
  stored: StoredSide,
  { type, id }: Deleted,
  call: SourceCall,
): Promise<readonly string[]> {
  const reading = { api: access.api, most: access.most, sourceOf: access.unguardedSourceOf };
  const ids = await linkedIds(reading, stored, access.typeOf(type), id, call);
  if (ids === undefined)
    throw forbidden(
      'delete',
      `The resources of type "${stored.side.type}" that link to ${describeResource(type, id)} are too many, or cannot be read.`,
    );
  return ids;
}

/** Checks that the caller can delete resources that the data source deletes together with another one. */
async function assertDeletedTogether(
  access: RequestAccess,
  { side }: StoredSide,
  ids: readonly string[],
  call: SourceCall,
): Promise<void> {
  if (ids.length === 0 || side.isOpen || !(await canRefuseDeletion(access, side.type))) return;
  const source = access.unguardedSourceOf(side.type);
  if (source === undefined) throw forbidden('delete', `Type "${side.type}" does not have a source.`);
  const found = await findSide(access, side, ids, call);
  const records = ids.flatMap((id) => found.get(id)?.record ?? []);
  const visible = await filterVisible({ access, type: access.typeOf(side.type), source }, records, call);
  if (visible.length < ids.length)
    throw forbidden(
      'delete',
      `The deletion deletes resources of type "${side.type}" that the caller cannot read: see \`access.${side.type}.read\`.`,
    );
  for (const id of ids) await assertAllowed(access, side.type, 'delete', { id, record: found.get(id)?.record, call });
}

/** Returns a resource, and all that its data source deletes together with it. Each must be a resource that the caller can delete. */
async function deletedWith(access: RequestAccess, first: Deleted, call: SourceCall): Promise<Map<string, Deleted>> {
  const deleted = new Map([[identityOf(first.type, first.id), first]]);
  // A map returns the entries that are added during the iteration, too.
  for (const gone of deleted.values()) {
    for (const stored of access.sides.storedLinksTo(gone.type).filter(({ side }) => side.isDeleted)) {
      const { type } = stored.side;
      const ids = await linkedTo(access, stored, gone, call);
      const others = ids.filter((id) => !deleted.has(identityOf(type, id)));
      await assertDeletedTogether(access, stored, others, call);
      for (const id of others) deleted.set(identityOf(type, id), { type, id });
      if (deleted.size > access.most)
        throw forbidden('delete', `The deletion deletes more than ${access.most} resources.`);
    }
  }
  return deleted;
}

/**
 * Checks that a resource can be deleted although other records store links to it. A data source that sets these links to
 * null changes these records, so their rules must allow the change: for example, the articles of a deleted person. If the
 * source states that it deletes these records, their `delete` rules must allow it.
 *
 * @throws {JsonApiError} 403 if a rule rejects the change or the deletion of a record, or if the records cannot be
 * determined.
 */
export async function assertDeletable({ access, type }: GuardedSource, id: string, call: SourceCall): Promise<void> {
  if (!(await canRefuseEffects(access, type.name))) return;
  const deleted = await deletedWith(access, { type: type.name, id }, call);
  for (const gone of deleted.values()) {
    for (const stored of access.sides.storedLinksTo(gone.type)) {
      const { side } = stored;
      if (side.isDeleted || !(await canRefuse(access, side))) continue;
      const ids = (await linkedTo(access, stored, gone, call)).filter((it) => !deleted.has(identityOf(side.type, it)));
      const found = await findSide(access, side, ids, call);
      for (const linked of ids) {
        const change = { side, id: linked, added: [], removed: [gone] };
        const refusal = await sideRefusal(access, change, found, call);
        if (refusal !== undefined) throw forbidden('delete', refusal);
      }
    }
  }
}
