import type { DocumentStream, MetaObject, ResourceType, TopLevelLinks } from '@linkage/core';
import { mergeMeta, streamDocument, type TypedRecord } from '@linkage/core/internal';
import { assertLinkage, type LinkageCounts } from '../../reading/assert-linkage.ts';
import { createLoadedRecords, type LoadedRecords } from '../../reading/loaded-records.ts';
import { createStreamedIncludes, type LoadedBatch } from '../../reading/streamed-includes.ts';
import type { AnyQuery } from '../../request/read-query.ts';
import { BATCH_SIZE } from '../../sources/gateway/record-batches.ts';
import { idOf } from '../../sources/port/record-id.ts';
import type { ResponseOperation } from '../context.ts';
import { addsMembers } from '../members/plug-in-members.ts';
import { buildOptions } from './document-options.ts';

/** The records of a collection that is streamed. */
export interface StreamedCollection {
  readonly type: ResourceType;
  readonly batches: AsyncIterable<readonly object[]>;
  /** Returns the meta members of the collection from the number of its records. Called after the last record. */
  readonly meta: (count: number) => MetaObject | undefined;
}

/** Returns the to-many relationships by type. Any of them can have several pages in an included relationship. */
function toManyByType({ request }: ResponseOperation): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...request.api.types.values()].map(({ name, relationships }) => [
      name,
      new Set(
        [...relationships.values()].flatMap(({ kind, name: relationship }) =>
          kind === 'to-many' ? [relationship] : [],
        ),
      ),
    ]),
  );
}

/** Ends batches where a group of records ends. How many records a batch has depends on the speed of the source. */
async function* withinGroups(
  batches: AsyncIterable<readonly object[]>,
): AsyncGenerator<readonly object[], void, undefined> {
  let left = BATCH_SIZE;
  for await (const batch of batches) {
    for (let start = 0; start < batch.length; ) {
      const part = batch.slice(start, start + left);
      start += part.length;
      left = part.length < left ? left - part.length : BATCH_SIZE;
      yield part;
    }
  }
}

/** Returns the loaded records of the batch that is being written. */
function currentRecords(current: () => LoadedRecords, paginated: ReturnType<typeof toManyByType>): LoadedRecords {
  return {
    ...createLoadedRecords(false),
    get: (type, id) => current().get(type, id),
    paginationOf: (record, relationship) => current().paginationOf(record, relationship),
    related: (record, relationship) => current().related(record, relationship),
    typeOf: (record) => current().typeOf(record),
    paginated: () => paginated,
  };
}

/**
 * Writes the document of a collection while its records are read. Calls no source before the document is read. Reads related
 * resources in batches, and keeps only the ids of included resources.
 */
export function streamCollection(
  operation: ResponseOperation,
  { type, batches, meta }: StreamedCollection,
  query: AnyQuery,
  links: TopLevelLinks,
): DocumentStream {
  const { api } = operation.request;
  const { plan } = query;
  const includes =
    plan && createStreamedIncludes(operation, { type, plan, query, needsRecords: addsMembers(operation) });
  let current = createLoadedRecords(false);
  let count = 0;

  async function* primary(): AsyncGenerator<object, void, undefined> {
    let counts: LinkageCounts = new Map();
    for await (const batch of withinGroups(batches)) {
      if (count % BATCH_SIZE === 0) counts = new Map();
      const loaded = createLoadedRecords(false);
      const roots = batch.map((record) => ({ type, id: idOf(type.name, record), record }));
      for (const { id, record } of roots) loaded.add(type.name, id, record);
      await includes?.follow({ roots, loaded });
      assertLinkage(operation, [[type, batch]], query, loaded, counts);
      current = loaded;
      count += batch.length;
      yield* batch;
    }
  }
  async function* included(): AsyncGenerator<TypedRecord, void, undefined> {
    const none: readonly LoadedBatch[] = [];
    for await (const { roots, loaded } of includes?.included() ?? none) {
      const shown = roots.map(({ type: target, record }) => [target, [record]] as const);
      assertLinkage(operation, shown, query, loaded);
      current = loaded;
      for (const { type: target, record } of roots) yield { type: target.name, record };
    }
  }
  const records = currentRecords(() => current, plan === undefined ? new Map() : toManyByType(operation));
  const options = { ...buildOptions(operation, query, links, records, undefined), include: undefined };
  const written = { type: type.name, primary: primary(), included: plan === undefined ? undefined : included };
  const { meta: metaOfOptions } = options;
  return streamDocument(api, written, { ...options, meta: () => mergeMeta(metaOfOptions, meta(count)) });
}
