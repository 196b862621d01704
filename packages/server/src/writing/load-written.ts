import type { ResourceType } from '@linkage/core';
import { resourceVersion, versionSelection } from '../reading/conditional/resource-version.ts';
import { findRecord } from '../reading/find-resource.ts';
import type { Root } from '../reading/relationship-batches.ts';
import type { AnyQuery } from '../request/read-query.ts';
import { restrictRecords } from '../rules/restrict-records.ts';
import { allFieldsOf } from '../rules/scope.ts';
import { idOf } from '../sources/port/record-id.ts';
import { allFields } from '../sources/port/selection.ts';
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

/** Returns a resource with a record that the source states to be complete, and of which the caller can read all. */
export function writtenRecord(
  operation: WritingOperation,
  type: ResourceType,
  id: string | undefined,
  record: object,
): Written {
  return { type, id: idOfWritten(type, id, record), record, version: resourceVersion(operation, type, record) };
}

/**
 * Returns a written resource with the fields for the response: found again if its source can find it, otherwise the
 * result of the write.
 *
 * @param id The id that the resource must have; undefined if its source chose the id.
 * @throws {TypeError} If the write returned another record: an error of the source.
 */
export async function loadWritten(
  operation: WritingOperation,
  type: ResourceType,
  id: string | undefined,
  written: object | undefined,
  query: AnyQuery,
): Promise<Written> {
  const given = idOfWritten(type, id, written);
  const isWhole = operation.preference === 'minimal';
  const selection = isWhole ? allFields(type) : versionSelection(operation, type, query);
  const found = await findRecord(operation, type, given, selection);
  const version = found === undefined ? undefined : resourceVersion(operation, type, found);
  const { rules } = operation.request;
  if (found !== undefined || rules === undefined)
    return { type, id: given, record: found ?? (written as object), version };
  const known = rules.typeOf(type.name);
  const [shown] = await restrictRecords(
    { access: rules, type: known },
    [written as object],
    allFieldsOf(known),
    operation.call,
  );
  return { type, id: given, record: shown as object, version };
}
