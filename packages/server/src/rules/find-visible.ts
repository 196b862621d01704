import type { Api, ResourceType } from '@linkage/core';
import { markSent, termsIn } from '@linkage/core/internal';
import { memoryOf } from '../sources/gateway/attempt-memory.ts';
import type { SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { callWith } from '../sources/port/source-call.ts';
import { guardedOf } from './matching-records.ts';
import { type ActionOnRecord, hasRule } from './permission.ts';
import { type VisibleResource, type VisibleSource, visibleResource } from './permitted.ts';
import type { GuardedSource, RequestAccess } from './request-access.ts';
import { allFieldsOf, termsOf } from './scope.ts';
import { subjectRecord } from './subject-record.ts';
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
  const locking = callWith(call, { forUpdate: true });
  const memory = memoryOf(call);
  const isFirst = memory?.isLocked(type.name, id) !== true;
  // With a second statement for resources that exist, a hidden one would take longer than a missing one.
  const find = () => findWithinScope(guarded, markSent([id]), allFieldsOf(type), locking);
  let [record] = await find();
  const { stored } = source.can.applies.find;
  // A statement that waited for the lock has compared other records as they were before it waited.
  if (isFirst && record !== undefined && termsIn(termsOf(scope)).some(({ field }) => !stored.has(field))) {
    memory?.clear();
    [record] = await find();
  }
  return record === undefined ? undefined : { record };
}

/**
 * Returns the resources of an action in the order of these ids, with all fields, locked against other writes. Omits those that the caller
 * cannot read any more, after another statement has waited for their locks.
 *
 * @param rules The access of the caller. Undefined if everything is allowed, as in `source`.
 */
export async function findActedOn(
  rules: RequestAccess | undefined,
  { api, type, source }: { readonly api: Api; readonly type: ResourceType; readonly source: VisibleSource },
  ids: readonly string[],
  call: SourceCall,
): Promise<readonly VisibleResource[]> {
  const [sent, all, locking] = [markSent([...ids]), allFieldsOf(type), callWith(call, { forUpdate: true })];
  const found = await (rules === undefined
    ? source.find?.(sent, all, locking)
    : findWithinScope(guardedOf(rules, type.name), sent, all, locking));
  const byId = new Map(found?.map((record) => [idOf(type.name, record), record]));
  return ids.flatMap((id) => {
    const record = byId.get(id);
    return record === undefined ? [] : [visibleResource(id, subjectRecord(api, type, record))];
  });
}
