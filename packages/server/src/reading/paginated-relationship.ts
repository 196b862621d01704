import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import type { PageNeighbours } from '@linkage/core/http';
import { andThen, type ReadPage, toPageResult, traitsOf } from '@linkage/core/internal';
import type { Reference } from '@linkage/core/records';
import { includedPage } from '../request/pagination/read-page.ts';
import type { MembersQuery } from '../request/related-queries.ts';
import type { RuledRequest } from '../rules/context.ts';
import { withPositions } from '../sources/links/page-of-members.ts';
import { pageOf } from '../sources/links/read-related.ts';
import type { OfferedSource } from '../sources/port/any-source.ts';
import type { Awaitable, PageSlice, SourcePage } from '../sources/port/data-source.ts';

/** A to-many relationship of one resource, of which a document with included resources shows only the first page. */
export interface PaginatedRelationship {
  readonly type: string;
  readonly id: string;
  readonly relationship: string;
  /** The relationship paths through this relationship, beginning with it. */
  readonly paths: Set<string>;
  /** The page parameters of all its pages. */
  readonly size: Readonly<Record<string, string>>;
  /** The other parameters of its pages, beside those of the request. */
  readonly parameters: Map<string, string>;
  /** Whether the request asks for some of the members, or for their order, in which the related resources are, too. */
  readonly isAsked: boolean;
  readonly neighbours: PageNeighbours;
}

/** The members to show and their page, or undefined to show all members. */
export interface ShownMembers {
  readonly members: readonly Reference[];
  readonly pagination: PaginatedRelationship | undefined;
}

/**
 * Returns the page of members to request from the source for each resource.
 *
 * @param size The result of `includedSizeOf` for the relationship.
 */
export function pagePerParentOf(
  request: RuledRequest,
  { targets }: RelationshipDefinition,
  size: number,
  members: MembersQuery | undefined,
): Awaitable<PageSlice> {
  // Every resource has the same page, regardless of the URL of its relationship.
  return andThen(
    includedPage(request, { types: targets, url: '', kind: 'to-many', strategy: undefined }, size, members),
    ({ asked }) => asked,
  );
}

/**
 * Returns whether the server must request members that a record already contains: the `next` link requires a position
 * that the source supports, and records do not contain positions.
 *
 * @param pagePerParent The result of `pagePerParentOf` for the relationship, or undefined if all members are shown.
 */
export function lacksPositions(
  source: OfferedSource | undefined,
  pagePerParent: PageSlice | undefined,
  value: unknown,
): boolean {
  if (pagePerParent?.positions !== true || source?.related === undefined) return false;
  const page = pageOf(value);
  return page !== undefined && page.positions === undefined && page.records.length >= pagePerParent.limit;
}

/** Returns the page of the relationship URL that the document shows, or undefined if it shows all members. */
function pageFor(
  request: RuledRequest,
  parent: Parent,
  sourcePage: SourcePage<Reference>,
): Awaitable<ReadPage> | undefined {
  const { type, id, relationship, size, members } = parent;
  const { length } = sourcePage.records;
  if (members === undefined && sourcePage.hasMore !== true && (size === undefined || length <= size)) return undefined;
  const rules = request.pageRules(relationship.targets);
  // Without a size, the source has chosen the page: it must end where a page can end, so that links can continue.
  const shown = size ?? Math.min(length, rules.pageSizeMaximum);
  if (shown === 0 || request.sourceOf(type.name)?.find === undefined) {
    throw new TypeError(
      `\`${type.name}.related\` returned ${length} of more members of \`${relationship.name}\`. It must return a full page.`,
    );
  }
  const url = request.server.urls.relationship(type.name, id, relationship.name);
  return includedPage(
    request,
    { types: relationship.targets, url, kind: 'to-many', strategy: undefined },
    shown,
    members,
  );
}

/** Describes a relationship of one resource. */
export interface Parent {
  readonly type: ResourceType;
  readonly id: string;
  readonly relationship: RelationshipDefinition;
  /** The result of `includedSizeOf`. */
  readonly size: number | undefined;
  /** The query of the members; undefined if the request has none. */
  readonly members: MembersQuery | undefined;
}

/** Returns the links of a relationship whose members are all on one page, if the strategy provides them. */
function wholeList(request: RuledRequest, { type, id, relationship, size }: Parent): PaginatedRelationship | undefined {
  if (size === undefined) return undefined;
  const { strategy } = request.pageRules(relationship.targets);
  if (traitsOf(strategy).linksWholeLists !== true) return undefined;
  const neighbours = { prev: null, next: null };
  return {
    type: type.name,
    id,
    relationship: relationship.name,
    paths: new Set(),
    size: {},
    parameters: new Map(),
    isAsked: false,
    neighbours,
  };
}

/** Reduces the members of an included relationship to the first page. */
export function firstPageOf(
  request: RuledRequest,
  parent: Parent,
  sourcePage: SourcePage<Reference>,
): Awaitable<ShownMembers> {
  const page = pageFor(request, parent, sourcePage);
  if (page === undefined) return { members: sourcePage.records, pagination: wholeList(request, parent) };
  return andThen(page, (readPage) => membersOnPage(request, parent, sourcePage, readPage));
}

function membersOnPage(
  request: RuledRequest,
  parent: Parent,
  sourcePage: SourcePage<Reference>,
  page: ReadPage,
): ShownMembers {
  const { type, id, relationship, members } = parent;
  const knowsPositions = request.sourceOf(type.name)?.related !== undefined && sourcePage.records.length > 0;
  const placed = knowsPositions || page.slice.positions !== true ? sourcePage : withPositions(sourcePage);
  const found = toPageResult(placed, page, `\`${type.name}.related\` for \`${relationship.name}\``);
  const size = { [page.rules.strategy.sizeName]: String(page.slice.limit) };
  const neighbours = page.neighbours(found);
  // Without `sort`, the related resources have their default order, and linkage has none.
  const isSorted = (target: string): boolean => request.api.types.get(target)?.defaultSort.length !== 0;
  const hasOtherOrder = members?.sort.length === 0 && relationship.targets.some(isSorted);
  const pagination = {
    type: type.name,
    id,
    relationship: relationship.name,
    paths: new Set<string>(),
    size,
    parameters: new Map(members?.parameters.map(({ name, value }) => [name, value])),
    isAsked: members !== undefined && !hasOtherOrder,
    neighbours,
  };
  return { members: found.members, pagination };
}
