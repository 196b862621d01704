import type { Api, BuildOptions, MetaObject, TopLevelLinks } from '@linkage/core';
import { settleEnvelope, type WrittenOptions } from '@linkage/core/internal';
import type { LoadedRecords } from '../../reading/loaded-records.ts';
import { type AnyQuery, noQuery } from '../../request/read-query.ts';
import type { ResponseOperation } from '../context.ts';
import { type Contributor, documentMembers, resourceMembers } from '../members/contributor.ts';
import { pageContributor } from '../members/page-members.ts';
import { contributorsOf } from '../members/plug-in-members.ts';

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

/** Most documents have links. An object without members is not one. */
function shownLinks<Links extends object>(links: Links): Links | undefined {
  for (const _ in links) return links;
  return undefined;
}

type TopLevel = Pick<BuildOptions<Api, string>, 'additional' | 'links' | 'meta'>;

/** Returns the top-level members as options of a document. */
function topLevelOptions(contributors: readonly Contributor[]): TopLevel {
  const { members, links = {}, meta } = documentMembers(contributors);
  return { links: shownLinks(links), meta, additional: members } as TopLevel;
}

/** Returns what the server, its application, and its plug-ins add to a document. */
function addedTo(
  operation: ResponseOperation,
  links: TopLevelLinks,
  loaded: LoadedRecords,
  page: PageMembers | undefined,
  isCollection: boolean,
): TopLevel & Pick<WrittenOptions, 'resources'> {
  const contributors = contributorsTo(operation, links, loaded, page);
  const given = topLevelOptions(contributors);
  const extensions = operation.request.applied.definitions;
  // Members of the application, of extensions, and of profiles are checked, those of the server are right.
  const top =
    contributors.length === 1
      ? given
      : settleEnvelope({ jsonapi: undefined, extensions, ...given }, isCollection, Object.freeze);
  const resources = resourceMembers(operation.request.api, contributors) as WrittenOptions['resources'];
  return { ...(top as TopLevel), resources };
}

/**
 * The records that a document shows, and the members beside its primary data.
 *
 * @param loaded Undefined if nothing but the primary data was loaded.
 */
export function writtenOptions(
  operation: ResponseOperation,
  { plan, fields }: AnyQuery,
  links: TopLevelLinks,
  loaded: LoadedRecords | undefined,
  page: PageMembers | undefined,
  isCollection: boolean,
): WrittenOptions {
  const { applied, server } = operation.request;
  const isPlain = !applied.addsMembers && server.applicationMembers === undefined && server.tagged.size === 0;
  const hasPages = (page?.metas?.size ?? 0) > 0 || (loaded !== undefined && loaded.paginated().size > 0);
  const top =
    loaded === undefined || (isPlain && !hasPages)
      ? { links: shownLinks(links), meta: page?.meta, additional: undefined, resources: undefined }
      : addedTo(operation, links, loaded, page, isCollection);
  return {
    plan,
    // Queries without fieldsets share one object, and comparing costs less than counting its members.
    fields: fields === noQuery.fields ? undefined : (fields as never),
    links: top.links,
    meta: top.meta,
    jsonapi: applied.jsonapi,
    extensions: applied.definitions,
    additional: top.additional as WrittenOptions['additional'],
    resources: top.resources,
    // If no relationship was stored, the records contain everything.
    related: loaded?.hasRelationships() === true ? loaded.related : undefined,
    recordOf: plan === undefined ? undefined : loaded?.get,
    typeOf: loaded?.typeOf,
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
    jsonapi: applied.jsonapi,
    urls: server.urls,
    canFind: server.canFind,
    canFindRelated: server.canFindRelated,
    resources: resourceMembers(api, contributors),
    related: loaded.related,
    typeOf: loaded.typeOf,
  };
}
