import type { JsonApiError, ResourceType } from '@linkage/core';
import type { Reference } from '@linkage/core/records';
import type { AnyQuery } from '../request/read-query.ts';
import { idOf } from '../source/record-id.ts';
import { selectionFor } from '../source/selection.ts';
import type { LoadedRecords } from './loaded-records.ts';
import type { LoadingExchange } from './loading-exchange.ts';

/** The ids of those references whose records are not loaded yet, by type. */
export function lackingOf(
  references: readonly Reference[],
  loaded: LoadedRecords,
): ReadonlyMap<ResourceType, ReadonlySet<string>> {
  const lacking = new Map<ResourceType, Set<string>>();
  for (const { type, id } of references) {
    if (lacking.get(type)?.has(id) === true || loaded.get(type.name, id) !== undefined) continue;
    const ids = lacking.get(type);
    if (ids === undefined) lacking.set(type, new Set([id]));
    else ids.add(id);
  }
  return lacking;
}

/**
 * Keeps the records that references bring, and fetches those they lack: one call for each type. An id that its source
 * does not know stays without a record.
 *
 * @param refuse The error for a type whose source cannot find by id.
 */
export async function loadMissing(
  { setup, call }: Pick<LoadingExchange, 'setup' | 'call'>,
  references: readonly Reference[],
  query: Pick<AnyQuery, 'fields' | 'include'>,
  loaded: LoadedRecords,
  refuse: (type: ResourceType) => JsonApiError,
): Promise<void> {
  for (const { type, id, record } of references) {
    if (record !== undefined) loaded.add(type.name, id, record);
  }
  const fetchType = async ([type, ids]: readonly [ResourceType, ReadonlySet<string>]): Promise<void> => {
    const source = setup.sourceOf(type.name);
    if (source?.find === undefined) throw refuse(type);
    for (const record of await source.find([...ids], selectionFor(type, query), call)) {
      const id = idOf(type.name, record);
      // What was not asked for is not shown either.
      if (ids.has(id)) loaded.add(type.name, id, record);
    }
  };
  await Promise.all([...lackingOf(references, loaded)].map(fetchType));
}
