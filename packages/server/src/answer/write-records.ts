import type { TopLevelLinks } from '@linkage/core';
import {
  type Api,
  type BuildOptions,
  buildDocument,
  type DataDocument,
  type MetaObject,
  serialize,
} from '@linkage/core';
import type { LoadedRecords } from '../reading/loaded-records.ts';
import type { AnyQuery } from '../request/read-query.ts';
import { buildOptions, type PageMembers, writtenOptions } from './document-options.ts';
import type { ShownPage } from './links.ts';
import { memberMeta, pageMeta } from './page-members.ts';
import type { PrimaryRecords } from './primary-records.ts';
import type { ResponseContext } from './response-context.ts';

function pageMembersOf(records: readonly object[], shown: ShownPage): PageMembers {
  const metas = new Map<object, MetaObject>();
  for (const [index, meta] of memberMeta(shown).entries()) {
    const record = records[index];
    if (meta !== undefined && record !== undefined) metas.set(record, meta);
  }
  return { meta: pageMeta(shown), metas };
}

/**
 * Writes the document of records and the resources loaded for them.
 *
 * @param isPlain Whether no extension and no profile adds members. Their members are checked like the options of an
 * application, which the document writer does not do.
 */
export function writeRecords(
  context: ResponseContext,
  { types, records, shape, shown }: PrimaryRecords,
  query: AnyQuery,
  links: TopLevelLinks,
  loaded: LoadedRecords,
  isPlain: boolean,
): string | DataDocument {
  const { setup, writesText } = context;
  const primary = records.map(({ record }) => record);
  const page = shown && pageMembersOf(primary, shown);
  const data = shape === 'many' ? primary : (primary.at(0) ?? null);
  if (isPlain) {
    const writer = setup.writerOf(setup.api);
    const options = writtenOptions(context, query, links, loaded, page);
    // The writer does not check what the server made itself, so its `build` takes less time than `buildDocument`.
    return writesText ? writer.write(types, data, options) : writer.build(types, data, options);
  }
  const write: typeof serialize | typeof buildDocument = writesText ? serialize : buildDocument;
  return write<Api, string, BuildOptions<Api, string>, object | null>(
    setup.api,
    types,
    data as never,
    buildOptions(context, query, links, loaded, page),
  );
}
