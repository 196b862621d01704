import type { Api, BuildOptions, MetaObject, TopLevelLinks } from '@linkage/core';
import type { WrittenOptions } from '@linkage/core/internal';
import type { LoadedRecords } from '../reading/loaded-records.ts';
import { type AnyQuery, noQuery } from '../request/read-query.ts';
import { jsonapiObject } from './jsonapi.ts';
import { pageMembers } from './page-members.ts';
import { resourceOptions, topLevelOptions } from './plug-in-members.ts';
import type { ResponseContext } from './response-context.ts';

/** The page that a document shows. */
export interface PageMembers {
  readonly meta: MetaObject | undefined;
  readonly metas: ReadonlyMap<object, MetaObject> | undefined;
}

const noMetas: ReadonlyMap<object, MetaObject> = new Map();

/** The records that a document shows, and the members beside its primary data. */
export function writtenOptions(
  context: ResponseContext,
  { include, fields }: AnyQuery,
  links: TopLevelLinks,
  loaded: LoadedRecords,
  page: PageMembers | undefined,
): WrittenOptions {
  return {
    include: include as never,
    // Queries without fieldsets share one object, and comparing costs less than counting its members.
    fields: fields === noQuery.fields ? undefined : (fields as never),
    links: Object.keys(links).length > 0 ? links : undefined,
    meta: page?.meta,
    jsonapi: jsonapiObject(context.negotiated),
    resources: pageMembers(context, loaded, page?.metas ?? noMetas) as WrittenOptions['resources'],
    // If no relationship was stored, the records contain everything.
    related: loaded.hasRelationships() ? loaded.related : undefined,
    recordOf: include === undefined ? undefined : loaded.get,
    typeOf: loaded.typeOf,
  };
}

/** Like `writtenOptions`, for document builders that check their options. */
export function buildOptions(
  context: ResponseContext,
  query: AnyQuery,
  links: TopLevelLinks,
  loaded: LoadedRecords,
  page: PageMembers | undefined,
): BuildOptions<Api, string> {
  const { setup } = context;
  return {
    include: query.include as never,
    fields: query.fields as never,
    ...topLevelOptions(context, links, page?.meta),
    jsonapi: jsonapiObject(context.negotiated),
    urls: setup.urls,
    isServed: setup.isServed,
    isReadable: setup.isReadable,
    resources: resourceOptions(context, loaded, pageMembers(context, loaded, page?.metas ?? noMetas)),
    related: loaded.related,
    typeOf: loaded.typeOf,
  };
}
