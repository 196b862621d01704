import type { JsonApiError, ResourceType } from '@linkage/core';
import { andThen, isPromise, markSent, rejection } from '@linkage/core/internal';
import type { OfferedSource } from '../sources/port/any-source.ts';
import type { Awaitable, Selection } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import type { SourceToCall } from './context.ts';

type FindingSource = Required<Pick<OfferedSource, 'find'>>;

/** Creates the error for a resource that does not exist. */
export function resourceNotFound(type: ResourceType): JsonApiError {
  return rejection('NOT_FOUND.resource', { type: type.name });
}

/** Returns the record of a resource, or undefined if its source does not find it or cannot find by id. */
export function findRecord(
  { source, call }: SourceToCall,
  type: ResourceType,
  id: string,
  selection: Selection,
): Awaitable<object | undefined> {
  if (source.find === undefined) return undefined;
  return andThen(source.find(markSent([id]), selection, call), (records) => recordWith(type, id, records));
}

function recordWith(type: ResourceType, id: string, records: readonly object[]): object | undefined {
  for (const record of records) if (idOf(type.name, record) === id) return record;
  return undefined;
}

function only(type: ResourceType, id: string, records: readonly object[]): object {
  for (const record of records) if (idOf(type.name, record) === id) return record;
  throw resourceNotFound(type);
}

/**
 * Returns the record of the resource in the URL. Only for sources with `find`: without it, the URL cannot be read.
 *
 * @throws {JsonApiError} 404 if the resource does not exist.
 */
export function findResource(
  { source, call }: SourceToCall,
  type: ResourceType,
  id: string,
  selection: Selection,
): Awaitable<object> {
  const found = (source as FindingSource).find(markSent([id]), selection, call);
  return isPromise(found) ? found.then((records) => only(type, id, records)) : only(type, id, found);
}
