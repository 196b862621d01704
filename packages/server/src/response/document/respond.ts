import { type DataDocument, JsonApiError, type MetaObject, type ResourceType, type TopLevelLinks } from '@linkage/core';
import { andThen, includePlan, memberMeta, orElse, pageMeta, type ShownPage } from '@linkage/core/internal';
import { assertLinkage, assertOwnLinkage, type RecordsOfType, withholdLinkage } from '../../reading/assert-linkage.ts';
import { loadIncludes } from '../../reading/load-includes.ts';
import { createLoadedRecords, type LoadedRecords } from '../../reading/loaded-records.ts';
import { type Root, rootsByType } from '../../reading/relationship-batches.ts';
import type { AnyQuery } from '../../request/read-query.ts';
import type { Awaitable } from '../../sources/port/data-source.ts';
import type { ResponseOperation } from '../context.ts';
import { type PageMembers, writtenOptions } from './document-options.ts';

/** The primary data of a response: records of one or more types, as a collection, one resource, or null. */
export interface PrimaryRecords {
  readonly types: readonly string[];
  readonly records: readonly Root[];
  /** `many` creates an array; `one` uses the first record, or null. */
  readonly shape: 'many' | 'one';
  /** The page of a collection. Its members are the records, in the same number and order. */
  readonly shown: ShownPage | undefined;
}

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

function pageMembersOf(records: readonly object[], shown: ShownPage): PageMembers {
  const metas = new Map<object, MetaObject>();
  if (shown.found.positions.length > 0)
    for (const [index, meta] of memberMeta(shown).entries()) {
      const record = records[index];
      if (meta !== undefined && record !== undefined) metas.set(record, meta);
    }
  return { meta: pageMeta(shown), metas };
}

/** Writes the document of records and the resources loaded for them. */
function writeRecords(
  operation: ResponseOperation,
  { types, records, shape, shown }: PrimaryRecords,
  query: AnyQuery,
  links: TopLevelLinks,
  loaded: LoadedRecords | undefined,
): string | DataDocument {
  const { request, sink } = operation;
  const rows = new Array<object>(records.length);
  for (let index = 0; index < records.length; index++) rows[index] = (records[index] as Root).record;
  const page = shown && pageMembersOf(rows, shown);
  const data = shape === 'many' ? rows : (rows.at(0) ?? null);
  const writer = request.server.writerOf(request.api);
  const options = writtenOptions(operation, query, links, loaded, page, shape === 'many');
  return sink === 'text' ? writer.write(types, data, options) : writer.build(types, data, options);
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
    assertOwnLinkage(operation, records, query);
    return writeRecords(operation, primary, query, links, loaded);
  }
  const write = () => {
    if (isWritten) withholdLinkage(operation, () => shownRecords(operation, primary, loaded), query, loaded);
    else assertLinkage(operation, shownRecords(operation, primary, loaded), query, loaded);
    return writeRecords(operation, primary, query, links, loaded);
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
