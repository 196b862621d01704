import { markSent, termsIn } from '@linkage/core/internal';
import { memoryOf } from '../sources/attempt-memory.ts';
import type { SourceCall, SourceRecord } from '../sources/data-source.ts';
import { callWith } from '../sources/source-call.ts';
import { type ActionOnRecord, hasRule } from './permission.ts';
import type { GuardedSource } from './request-access.ts';
import { allFieldsOf, termsOf } from './scope.ts';
import { findWithinScope } from './visible-records.ts';

/**
 * Returns undefined if the caller cannot read the resource. Its record is undefined if neither the scope nor a rule of
 * these actions needs the record. Locks the record until the end of the transaction, so that the write changes the record
 * that the rules receive.
 */
export async function findVisibleRecord(
  guarded: GuardedSource,
  id: string,
  actions: readonly ActionOnRecord[],
  call: SourceCall,
): Promise<{ readonly record: SourceRecord | undefined } | undefined> {
  const { access, type, source } = guarded;
  const scope = await access.scopeOf(type.name);
  if (scope === 'none') return undefined;
  const isNeeded = scope !== 'all' || actions.some((action) => hasRule(access, type.name, action));
  if (!isNeeded || source.find === undefined) return { record: undefined };
  const locking = callWith(call, { forUpdate: true }); // sabotage: rules-writes-decide-record-not
  const memory = memoryOf(call);
  const isFirst = memory?.isLocked(type.name, id) !== true;
  // With a second statement for resources that exist, a hidden one would take longer than a missing one.
  const find = () => findWithinScope(guarded, markSent([id]), allFieldsOf(type), locking);
  let [record] = await find();
  // A statement that waited for the lock has compared related records as they were before it waited.
  if (isFirst && record !== undefined && termsIn(termsOf(scope)).some(({ field }) => field.includes('.'))) {
    memory?.clear();
    [record] = await find();
  }
  return record === undefined ? undefined : { record };
}
