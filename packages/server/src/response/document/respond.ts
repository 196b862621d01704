import { type DataDocument, JsonApiError, type ResourceType, type TopLevelLinks } from '@linkage/core';
import { andThen, includePlan, orElse } from '@linkage/core/internal';
import { assertLinkage, assertOwnLinkage, type RecordsOfType, withholdLinkage } from '../../reading/assert-linkage.ts';
import { loadIncludes } from '../../reading/load-includes.ts';
import { createLoadedRecords, type LoadedRecords } from '../../reading/loaded-records.ts';
import { type Root, rootsByType } from '../../reading/relationship-batches.ts';
import type { AnyQuery } from '../../request/read-query.ts';
import type { Awaitable } from '../../sources/port/data-source.ts';
import type { ResponseOperation } from '../context.ts';
import { type PrimaryRecords, recordsOf } from './primary-records.ts';
import { writeRecords } from './write-records.ts';

function* unloaded(roots: readonly Root[], loaded: LoadedRecords): Generator<object> {
  for (const { type, id, record } of roots) if (loaded.get(type.name, id) !== record) yield record;
}

/** Returns the records of a document, each once. */
function* shownRecords(
  { request }: ResponseOperation,
  { records }: PrimaryRecords,
  loaded: LoadedRecords,
): Generator<RecordsOfType> {
  for (const [type, ofType] of rootsByType(records)) yield [type, unloaded(ofType, loaded)];
  for (const [name, ofType] of loaded.all()) yield [request.api.types.get(name) as ResourceType, ofType.values()];
}

function includesTooMany(thrown: unknown): boolean {
  return JsonApiError.is(thrown) && thrown.errors.some(({ code }) => code === 'INCLUDED_TOO_MANY');
}

/**
 * Loads the included resources and writes the document of these records.
 *
 * @param isWritten Whether the request has already written, so that an error would hide what it did.
 */
export function respondWithRecords(
  operation: ResponseOperation,
  primary: PrimaryRecords,
  query: AnyQuery,
  links: TopLevelLinks,
  isWritten = false,
): Awaitable<string | DataDocument> {
  const { types, records, shown } = primary;
  const { applied, server } = operation.request;
  const isPlain = !applied.addsMembers && server.applicationMembers === undefined && server.tagged.size === 0;
  const plan = query.plan?.root.isEnd === false ? query.plan : undefined;
  const hasCursors = shown !== undefined && shown.found.positions.length > 0;
  // Records of several types, with cursors, or with added members are looked up while they are written.
  const isLookedUp = !isPlain || types.length !== 1 || hasCursors;
  const isAlone = plan === undefined && !isLookedUp && !isWritten;
  const loaded = isAlone ? undefined : createLoadedRecords(!isPlain);
  // Otherwise, only an include path that leads back to the primary data reads its records.
  if (isLookedUp || plan?.reachesPrimary === true) {
    for (const { type, id, record } of records) loaded?.add(type.name, id, record);
  }
  if (loaded === undefined) {
    const [root] = records;
    const rows = recordsOf(primary);
    if (root !== undefined) assertOwnLinkage(operation, root.type, rows, query);
    return writeRecords(operation, primary, rows, query, links, loaded);
  }
  const write = () => {
    const all = () => shownRecords(operation, primary, loaded);
    if (isWritten) withholdLinkage(operation, all, query, loaded);
    else assertLinkage(operation, all(), query, loaded);
    return writeRecords(operation, primary, recordsOf(primary), query, links, loaded);
  };
  if (plan === undefined) return write();
  const loadAndWrite = () => andThen(loadIncludes(operation, records, query, loaded), write);
  const isRequested = operation.parameters.has('include');
  // The transaction undoes the write.
  if (!isWritten || (isRequested && operation.source.transaction !== undefined)) return loadAndWrite();
  return orElse(loadAndWrite, (thrown) => {
    if (!includesTooMany(thrown)) throw thrown;
    // The write stays, so the response must not be an error. With `include` in the request, `included` is empty (INC-04).
    const without = isRequested ? includePlan(operation.request.api, types, []) : undefined;
    return respondWithRecords(operation, primary, { ...query, plan: without }, links, isWritten);
  });
}
