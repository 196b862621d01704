import type { Reference, ResourceType } from '@linkage/core';
import type { Exchange } from '../exchange.ts';
import type { AnyQuery } from '../request/read-query.ts';
import type { LoadedRecords } from './loaded-records.ts';
import { idOf } from './record-id.ts';
import { selectionFor } from './selection.ts';

/** Keeps the records that references bring, and fetches those they lack: one call for each type. */
export async function loadMissing(
  { setup, call }: Exchange,
  references: Iterable<Reference>,
  query: Pick<AnyQuery, 'fields' | 'include'>,
  loaded: LoadedRecords,
): Promise<void> {
  const missing = new Map<ResourceType, Set<string>>();
  for (const { type, id, record } of references) {
    if (record !== undefined) loaded.add(type.name, id, record);
    else if (loaded.get(type.name, id) === undefined) missing.set(type, (missing.get(type) ?? new Set()).add(id));
  }
  await Promise.all(
    [...missing].map(async ([type, ids]) => {
      const wanted = [...ids].filter((id) => loaded.get(type.name, id) === undefined);
      const source = setup.sourceOf(type.name);
      if (source?.find === undefined || wanted.length === 0) return;
      const records = await source.find(wanted, selectionFor(type, query), call);
      for (const record of records) {
        const id = idOf(type.name, record);
        if (ids.has(id)) loaded.add(type.name, id, record);
      }
    }),
  );
}
