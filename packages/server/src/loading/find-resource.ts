import { errorObject, JsonApiError, type ResourceType } from '@linkage/core';
import { isPromiseLike } from '../internal/is-promise-like.ts';
import type { Awaitable, Selection } from '../source/data-source.ts';
import { idOf } from '../source/record-id.ts';
import type { LoadingExchange } from './loading-exchange.ts';

/** The error for a resource that does not exist. */
export function resourceNotFound(type: ResourceType): JsonApiError {
  return new JsonApiError(errorObject('NOT_FOUND', `There is no resource of type ${type.name} with this id.`));
}

/** The record of a resource; undefined when its source does not know it, or cannot find by id. */
export async function findRecord(
  { source, call }: Pick<LoadingExchange, 'source' | 'call'>,
  type: ResourceType,
  id: string,
  selection: Selection,
): Promise<object | undefined> {
  if (source.find === undefined) return undefined;
  const records = await source.find([id], selection, call);
  return recordWith(type, id, records);
}

function recordWith(type: ResourceType, id: string, records: readonly object[]): object | undefined {
  return records.find((candidate) => idOf(type.name, candidate) === id);
}

/**
 * The record of the resource that the URL names.
 *
 * @throws {JsonApiError} 404 when there is none.
 */
export function findResource(
  { source, call }: Pick<LoadingExchange, 'source' | 'call'>,
  type: ResourceType,
  id: string,
  selection: Selection,
): Awaitable<object> {
  const found = source.find === undefined ? [] : source.find([id], selection, call);
  const take = (records: readonly object[]): object => {
    const record = recordWith(type, id, records);
    if (record === undefined) throw resourceNotFound(type);
    return record;
  };
  return isPromiseLike(found) ? found.then(take) : take(found);
}
