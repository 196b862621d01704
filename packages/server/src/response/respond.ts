import type { DataDocument, TopLevelLinks } from '@linkage/core';
import { includePlan } from '@linkage/core/internal';
import { loadIncludes } from '../loading/load-includes.ts';
import { createLoadedRecords } from '../loading/loaded-records.ts';
import type { AnyQuery } from '../request/read-query.ts';
import type { Awaitable } from '../source/data-source.ts';
import { addsMembers } from './plug-in-members.ts';
import type { PrimaryRecords } from './primary-records.ts';
import type { ResponseContext } from './response-context.ts';
import { writeRecords } from './write-records.ts';

/** The loaded records of a document without included resources. It always remains empty. */
const nothingLoaded = createLoadedRecords(false);

/** Loads the included resources and writes the document of these records. */
export function respondWithRecords(
  context: ResponseContext,
  primary: PrimaryRecords,
  query: AnyQuery,
  links: TopLevelLinks,
): Awaitable<string | DataDocument> {
  const { types, records, shown } = primary;
  const { include } = query;
  const isPlain = !addsMembers(context);
  // Loading and writing take the same plan.
  const plan =
    include === undefined || include.length === 0 ? undefined : includePlan(context.setup.api, types, include);
  const hasCursors = shown !== undefined && shown.found.positions.length > 0;
  // Records of several types, with cursors, or with added members are looked up while they are written.
  const isLookedUp = !isPlain || types.length !== 1 || hasCursors;
  const loaded = plan === undefined && !isLookedUp ? nothingLoaded : createLoadedRecords(!isPlain);
  // Otherwise, only an include path that leads back to the primary data reads its records.
  if (isLookedUp || plan?.reachesPrimary === true) {
    for (const { type, id, record } of records) loaded.add(type.name, id, record);
  }
  const write = () => writeRecords(context, primary, query, links, loaded, isPlain);
  // Most requests include nothing, and awaiting costs more than this check.
  return plan === undefined ? write() : loadIncludes(context, records, plan.root, query, loaded).then(write);
}
