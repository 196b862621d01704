import type { Api, ResourceType } from '@linkage/core';
import { andThen, isPromise, markSent, ready, type Steps, termsIn } from '@linkage/core/internal';
import type { KnowingCall } from '../sources/gateway/known-rows.ts';
import type { Awaitable, Selection, SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { callWith } from '../sources/port/source-call.ts';
import { allFieldsOf, termsOf } from './access-filter.ts';
import { type ActionOnRecord, hasRule } from './permission.ts';
import { type VisibleResource, type VisibleSource, visibleResource } from './permitted.ts';
import type { GuardedSource, RequestAccess } from './request-access.ts';
import { restrictRecords } from './restrict-records.ts';
import { subjectRecord } from './subject-record.ts';
import { findIn, findReadable, restrictInclude } from './visible-records.ts';

/** The steps of a write that receive the record of its resource. */
interface Asking {
  /** The actions whose rules receive it. */
  readonly actions: readonly ActionOnRecord[];
  /** Whether another step receives it. */
  readonly isAsked?: boolean;
}

/**
 * Returns undefined if the user cannot read the resource. Its record is undefined if neither the access filter nor a step needs the record.
 * Locks the record until the end of the transaction, so that the write changes the record that the rules receive.
 */
export function* findVisibleRecord(
  guarded: GuardedSource,
  id: string,
  { actions, isAsked = false }: Asking,
  call: SourceCall,
): Steps<{ readonly record: SourceRecord | undefined } | undefined> {
  const { access, type, source } = guarded;
  const accessFilter = yield* ready(access.accessFilterOf(type.name));
  if (accessFilter === 'none') return undefined;
  const isNeeded = isAsked || accessFilter !== 'all' || actions.some((action) => hasRule(access, type.name, action));
  if (!isNeeded || source.find === undefined) return { record: undefined };
  const locking = callWith(call, { forUpdate: true });
  const known = (call as KnowingCall).ofServer?.known;
  const isFirst = known?.isLocked(type.name, id) !== true;
  const [ids, all] = [markSent([id]), allFieldsOf(type)];
  let [record] = yield* ready(findIn(accessFilter, guarded, ids, all, locking));
  const { stored } = source.can.applies.find;
  // With a second statement for resources that exist, a hidden one would take longer than a missing one. A statement that waited for the
  // lock has compared other records as they were before it waited.
  if (isFirst && record !== undefined && termsIn(termsOf(accessFilter)).some(({ field }) => !stored.has(field))) {
    known?.clear();
    [record] = yield* ready(findIn(accessFilter, guarded, ids, all, locking));
  }
  return record && { record };
}

/** Returns a record that the user can read, with these fields, as the user sees it. */
export function shownRecord(
  guarded: GuardedSource,
  record: object,
  given: Selection,
  call: SourceCall,
): Awaitable<object> {
  return andThen(restrictInclude(guarded.access, guarded.type, given), (selection) => {
    const shown = restrictRecords(guarded, [record], selection, call);
    return isPromise(shown) ? shown.then(([it]) => it as object) : (shown[0] as object);
  });
}

/** Returns the resource of an action: a record that matches the user's access filter, with all fields, locked. */
export function actedOn(api: Api, type: ResourceType, record: SourceRecord): VisibleResource {
  return visibleResource(idOf(type.name, record), subjectRecord(api, type, record));
}

/**
 * Returns the resources of an action in the order of these ids, with all fields, locked against other writes. Omits those that the user
 * cannot read any more, after another statement has waited for their locks.
 *
 * @param rules The access of the user. Undefined if everything is allowed, as in `source`.
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
    : findReadable(rules.guarded(type.name), sent, all, locking));
  const byId = new Map(found?.map((record) => [idOf(type.name, record), record]));
  return ids.flatMap((id) => {
    const record = byId.get(id);
    return record === undefined ? [] : [actedOn(api, type, record)];
  });
}
