import type { Api } from '@linkage/core';
import { rejection } from '@linkage/core/internal';
import { identityOf } from '@linkage/core/records';
import { identifiersOf, type MemoryTable, type StoredRecord } from './memory-table.ts';
import type { MemoryTransactions } from './memory-transactions.ts';
import { type Referrer, type Referrers, withoutReference } from './referrers.ts';

/** The parts that a deletion changes. */
interface Deleting {
  readonly api: Api;
  readonly tables: ReadonlyMap<string, MemoryTable>;
  readonly transactions: MemoryTransactions;
  readonly referrers: Referrers;
}

interface Identity {
  readonly type: string;
  readonly id: string;
}

/** Returns the effect of a deletion on a record that references the resource. */
function effectOn({ api }: Deleting, { type, relationship }: Referrer): 'restrict' | 'cascade' | 'clear' {
  const definition = api.types.get(type)?.relationships.get(relationship);
  return definition?.onDelete ?? (definition?.required === true ? 'restrict' : 'clear');
}

/** Whether a deletion leaves a member to the relationship of a record: one that it does not delete. */
function keepsMember({ id, table, relationship }: Referrer, deleted: ReadonlyMap<string, Identity>): boolean {
  const members = identifiersOf(table.get(id)?.[relationship]);
  return members.some((member) => !deleted.has(identityOf(member.type, member.id)));
}

/** Returns the resources that a deletion deletes: the resource, and those that `cascade` adds. */
function deletedWith(deleting: Deleting, first: Identity): readonly Identity[] {
  const found = new Map([[identityOf(first.type, first.id), first]]);
  const restricting: Referrer[] = [];
  // A map returns the entries that are added during the iteration, too.
  for (const { type, id } of found.values()) {
    for (const referrer of deleting.referrers.of(type, id)) {
      const effect = effectOn(deleting, referrer);
      if (effect === 'restrict') restricting.push(referrer);
      if (effect === 'cascade') found.set(identityOf(referrer.type, referrer.id), referrer);
    }
  }
  const isRestricted = (referrer: Referrer): boolean =>
    !found.has(identityOf(referrer.type, referrer.id)) && !keepsMember(referrer, found);
  if (restricting.some(isRestricted)) throw rejection('CONSTRAINT_VIOLATED.required', {});
  return [...found.values()];
}

/**
 * Deletes a record, and what its deletion deletes with it. Removes the identifiers of these resources from all records.
 *
 * @returns Whether the record existed.
 * @throws {JsonApiError} 409 if another resource must have the resource.
 */
export function deleteRecord(deleting: Deleting, type: string, id: string): boolean {
  const { tables, transactions, referrers } = deleting;
  if (tables.get(type)?.has(id) !== true) return false;
  const deleted = deletedWith(deleting, { type, id });
  for (const gone of deleted) transactions.remove(tables.get(gone.type) as MemoryTable, gone.id);
  for (const gone of deleted) {
    for (const { table, id: holder, relationship } of referrers.take(gone.type, gone.id)) {
      // The index forgets the deleted records, so these records exist.
      const record = table.get(holder) as StoredRecord;
      transactions.save(table, withoutReference(record, relationship, gone), true);
    }
  }
  return true;
}
