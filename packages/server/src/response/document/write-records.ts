import type { DataDocument, MetaObject, TopLevelLinks } from '@linkage/core';
import { memberMeta, pageMeta, type ShownPage } from '@linkage/core/internal';
import type { LoadedRecords } from '../../reading/loaded-records.ts';
import type { AnyQuery } from '../../request/read-query.ts';
import type { ResponseOperation } from '../context.ts';
import { type PageMembers, writtenOptions } from './document-options.ts';
import type { PrimaryRecords } from './primary-records.ts';

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
export function writeRecords(
  operation: ResponseOperation,
  { types, shape, shown }: PrimaryRecords,
  rows: readonly object[],
  query: AnyQuery,
  links: TopLevelLinks,
  loaded: LoadedRecords | undefined,
): string | DataDocument {
  const { request, sink } = operation;
  const page = shown && pageMembersOf(rows, shown);
  const data = shape === 'many' ? rows : (rows.at(0) ?? null);
  const writer = request.server.writerOf(request.api);
  const options = writtenOptions(operation, query, links, loaded, page, shape === 'many');
  return sink === 'text' ? writer.write(types, data, options) : writer.build(types, data, options);
}
