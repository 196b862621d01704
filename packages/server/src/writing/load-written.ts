import type { ResourceType } from '@linkage/core';
import { markSent, ready, type Steps } from '@linkage/core/internal';
import { resourceVersion, versionSelection } from '../reading/conditional/resource-version.ts';
import { findRecord } from '../reading/find-resource.ts';
import type { Root } from '../reading/relationship-batches.ts';
import type { AnyQuery } from '../request/read-query.ts';
import { allFieldsOf } from '../rules/access-filter.ts';
import { shownRecord } from '../rules/find-visible.ts';
import { restrictRecords } from '../rules/restrict-records.ts';
import { findReadable, restrictInclude } from '../rules/visible-records.ts';
import type { Selection } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { allFields } from '../sources/port/selection.ts';
import type { Change } from './change.ts';
import type { WritingOperation } from './context.ts';

/** A resource after a write. */
export interface Written extends Root {
  /** Undefined if the source cannot find the resource again, so that clients cannot send preconditions for it. */
  readonly version: string | undefined;
}

/**
 * Returns the id of a written record.
 *
 * @param id The id that the resource must have; undefined if its source chose the id.
 * @throws {TypeError} If the write returned another record: an error of the source.
 */
function idOfWritten(type: ResourceType, id: string | undefined, written: object | undefined): string {
  const given = idOf(type.name, written);
  if (id === undefined || given === id) return given;
  throw new TypeError(
    `The source of "${type.name}" must return the record with the id ${JSON.stringify(id)}, but it returned ${JSON.stringify(given)}.`,
  );
}

/** Returns a resource with a record that the source declares to be complete, and of which the user can read all. */
export function writtenRecord(
  operation: WritingOperation,
  type: ResourceType,
  id: string | undefined,
  record: object,
): Written {
  return { type, id: idOfWritten(type, id, record), record, version: resourceVersion(operation, type, record) };
}

/** Returns the record of a written resource with these fields, as the user sees it; undefined if its source cannot find it. */
export function* findWritten(
  { operation, current, guarded }: Change,
  type: ResourceType,
  id: string,
  selection: Selection,
): Steps<object | undefined> {
  const { call } = operation;
  if (guarded === undefined) return current ?? (yield* ready(findRecord(operation, type, id, selection)));
  let record = current;
  if (record === undefined && guarded.source.find !== undefined) {
    const restricted = yield* ready(restrictInclude(guarded.access, guarded.type, selection));
    [record] = yield* ready(findReadable(guarded, markSent([id]), restricted, call));
  }
  return record && (yield* ready(shownRecord(guarded, record, selection, call)));
}

/**
 * Returns a written resource with the fields for the response: the record that the steps of the write have, found again if they have none and
 * its source can find it, otherwise the result of the write.
 *
 * @param type The type as the user sees it.
 * @param id The id that the resource must have; undefined if its source chose the id.
 * @throws {TypeError} If the write returned another record: an error of the source.
 */
export function* loadWritten(
  change: Change,
  type: ResourceType,
  id: string | undefined,
  query: AnyQuery,
): Steps<Written> {
  const { operation, written, guarded } = change;
  const given = idOfWritten(type, id, written as object | undefined);
  const isWhole = operation.preference === 'minimal';
  const selection = isWhole ? allFields(type) : versionSelection(operation, type, query);
  const found = yield* findWritten(change, type, given, selection);
  if (found !== undefined) return { type, id: given, record: found, version: resourceVersion(operation, type, found) };
  const record = written as object;
  if (guarded === undefined) return { type, id: given, record, version: undefined };
  const restricting = restrictRecords(guarded, [record], allFieldsOf(guarded.type), operation.call);
  const [shown] = yield* ready(restricting);
  return { type, id: given, record: shown as object, version: undefined };
}
