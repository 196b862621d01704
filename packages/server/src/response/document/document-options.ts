import type { Api, BuildOptions, MetaObject, TopLevelLinks } from '@linkage/core';
import { settleEnvelope, type WrittenOptions } from '@linkage/core/internal';
import type { LoadedRecords } from '../../reading/loaded-records.ts';
import { type AnyQuery, noQuery } from '../../request/read-query.ts';
import type { ResponseOperation } from '../context.ts';
import { type Contributor, documentMembers, resourceMembers } from '../members/contributor.ts';
import { pageContributor } from '../members/page-members.ts';
import { contributorsOf } from '../members/plug-in-members.ts';
import { jsonapiObject } from './jsonapi.ts';

/** The page that a document shows. */
export interface PageMembers {
  readonly meta: MetaObject | undefined;
  readonly metas: ReadonlyMap<object, MetaObject> | undefined;
}

/** Returns what the server, its application, and its plug-ins add to a document. The last contributor is the page. */
function contributorsTo(
  operation: ResponseOperation,
  links: TopLevelLinks,
  loaded: LoadedRecords,
  page: PageMembers | undefined,
): readonly Contributor[] {
  const top = { members: undefined, links, meta: page?.meta };
  return [...contributorsOf(operation, loaded), pageContributor(operation, loaded, top, page?.metas)];
}

type TopLevel = Pick<BuildOptions<Api, string>, 'additional' | 'links' | 'meta'>;

/** Returns the top-level members as options of a document. */
function topLevelOptions(contributors: readonly Contributor[]): TopLevel {
  const { members, links = {}, meta } = documentMembers(contributors);
  return { links: Object.keys(links).length > 0 ? links : undefined, meta, additional: members } as TopLevel;
}

/** The records that a document shows, and the members beside its primary data. */
export function writtenOptions(
  operation: ResponseOperation,
  { plan, fields }: AnyQuery,
  links: TopLevelLinks,
  loaded: LoadedRecords,
  page: PageMembers | undefined,
  isCollection: boolean,
): WrittenOptions {
  const { api, applied } = operation.request;
  const extensions = applied.definitions;
  const contributors = contributorsTo(operation, links, loaded, page);
  const given = topLevelOptions(contributors);
  // Members of the application, of extensions, and of profiles are checked, those of the server are right.
  const top =
    contributors.length === 1
      ? given
      : settleEnvelope({ jsonapi: undefined, extensions, ...given }, isCollection, Object.freeze);
  return {
    plan,
    // Queries without fieldsets share one object, and comparing costs less than counting its members.
    fields: fields === noQuery.fields ? undefined : (fields as never),
    links: top.links,
    meta: top.meta,
    jsonapi: jsonapiObject(applied.negotiated),
    extensions,
    additional: top.additional,
    resources: resourceMembers(api, contributors) as WrittenOptions['resources'],
    // If no relationship was stored, the records contain everything.
    related: loaded.hasRelationships() ? loaded.related : undefined,
    recordOf: plan === undefined ? undefined : loaded.get,
    typeOf: loaded.typeOf,
  };
}

/** Like `writtenOptions`, for document builders that check their options. */
export function buildOptions(
  operation: ResponseOperation,
  query: AnyQuery,
  links: TopLevelLinks,
  loaded: LoadedRecords,
  page: PageMembers | undefined,
): BuildOptions<Api, string> {
  const { server, applied, api } = operation.request;
  const contributors = contributorsTo(operation, links, loaded, page);
  return {
    include: query.plan?.root.remainingPaths as never,
    fields: query.fields as never,
    extensions: applied.definitions,
    ...topLevelOptions(contributors),
    jsonapi: jsonapiObject(applied.negotiated),
    urls: server.urls,
    canFind: server.canFind,
    canFindRelated: server.canFindRelated,
    resources: resourceMembers(api, contributors),
    related: loaded.related,
    typeOf: loaded.typeOf,
  };
}
