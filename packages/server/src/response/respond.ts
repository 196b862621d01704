import {
  type Api,
  type BuildOptions,
  buildDocument,
  type DataDocument,
  type MetaObject,
  type ResourceType,
  serialize,
  type TopLevelLinks,
} from '@linkage/core';
import { includePlan } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import { loadIncludes } from '../loading/load-includes.ts';
import { createLoadedRecords, type LoadedRecords } from '../loading/loaded-records.ts';
import type { Root } from '../loading/relationship-batches.ts';
import type { AnyQuery } from '../request/read-query.ts';
import type { Awaitable } from '../source/data-source.ts';
import { idOf } from '../source/record-id.ts';
import { buildOptions, writtenOptions } from './document-options.ts';
import type { ShownPage } from './links.ts';
import { memberMeta, pageMeta } from './page-members.ts';
import { addsMembers } from './plug-in-members.ts';
import type { ResponseContext } from './response-context.ts';

/** The loaded records of a document without included resources. It always remains empty. */
const nothingLoaded = createLoadedRecords(false);

/** The primary data of a response: records of one or more types, as a collection, one resource, or null. */
export interface PrimaryRecords {
  readonly types: readonly string[];
  readonly records: readonly Root[];
  /** `many` creates an array; `one` uses the first record, or null. */
  readonly shape: 'many' | 'one';
  /** The page of a collection. Its members are the records, in the same number and order. */
  readonly shown?: ShownPage | undefined;
}

function metasOf(records: readonly object[], metas: readonly (MetaObject | undefined)[]): Map<object, MetaObject> {
  const byRecord = new Map<object, MetaObject>();
  for (const [index, meta] of metas.entries()) {
    const record = records[index];
    if (meta !== undefined && record !== undefined) byRecord.set(record, meta);
  }
  return byRecord;
}

/** Wraps a record that a source returned for a type. */
export function rootOf(type: ResourceType, record: object): Root {
  return { type, id: idOf(type.name, record), record };
}

/** Writes the document of records and the resources loaded for it. */
function writeRecords(
  context: ResponseContext,
  { types, records, shape }: PrimaryRecords,
  shown: ShownPage | undefined,
  query: AnyQuery,
  links: TopLevelLinks,
  loaded: LoadedRecords,
  isWritten: boolean,
): string | DataDocument {
  const { setup, writesText } = context;
  const primary = records.map(({ record }) => record);
  const page = shown && { meta: pageMeta(shown), metas: metasOf(primary, memberMeta(shown)) };
  const data = shape === 'many' ? primary : (primary.at(0) ?? null);
  if (isWritten) {
    return setup.writerOf(setup.api).write(types, data, writtenOptions(context, query, links, loaded, page));
  }
  const write: typeof serialize | typeof buildDocument = writesText ? serialize : buildDocument;
  return write<Api, string, BuildOptions<Api, string>, object | null>(
    setup.api,
    types,
    data as never,
    buildOptions(context, query, links, loaded, page),
  );
}

/** Loads the included resources and writes the document of these records. */
export function respondWithRecords(
  context: ResponseContext,
  given: PrimaryRecords,
  query: AnyQuery,
  links: TopLevelLinks,
): Awaitable<string | DataDocument> {
  const { types, records } = given;
  const shown = fieldOf(given, 'shown') as PrimaryRecords['shown'];
  const { setup, writesText } = context;
  // Check the members of extensions and profiles like the options of an application.
  const isWritten = writesText && !addsMembers(context);
  const isCompound = query.include !== undefined && query.include.length > 0;
  const plan = isCompound ? includePlan(setup.api, types, query.include) : undefined;
  const isPlain = isWritten && types.length === 1 && !(shown !== undefined && shown.found.positions.length > 0);
  const loaded = isPlain && plan === undefined ? nothingLoaded : createLoadedRecords(!isWritten);
  // Without an include path back to the primary data, the stored records are not read.
  if (!isPlain || plan?.reachesPrimary === true) {
    for (const { type, id, record } of records) loaded.add(type.name, id, record);
  }
  const write = () => writeRecords(context, given, shown, query, links, loaded, isWritten);
  // Most requests include nothing, and awaiting costs more than this check.
  return plan === undefined ? write() : loadIncludes(context, records, plan.root, query, loaded).then(write);
}
