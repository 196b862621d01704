import { isObject } from '../internal/members.ts';
import type { Link, MetaObject, PaginationLinks } from '../spec/document/links-object.ts';
import type { FoundPage, PageNeighbours, PageParameters, PaginationStrategy } from './pagination.ts';
import type { ReadPage } from './read-page-by.ts';

/** Members by name. */
type Members = Readonly<Record<string, unknown>>;

/**
 * Merges meta objects. Of two members with the same name, the later one is kept. Two objects are combined, for example
 * those in `page`. Returns undefined if there are none.
 */
export function mergeMeta(...metas: readonly (Members | undefined)[]): Members | undefined {
  const present = metas.filter((meta) => meta !== undefined);
  if (present.length < 2) return present.at(0);
  const merged = new Map<string, unknown>();
  for (const [name, value] of present.flatMap((meta) => Object.entries(meta))) {
    if (value === undefined) continue;
    const before = merged.get(name);
    merged.set(name, isObject(before) && isObject(value) ? { ...before, ...value } : value);
  }
  return Object.fromEntries(merged);
}

/** Replaces the page parameters. Keeps the page size and `page[total]`. */
export function withPage(
  current: URLSearchParams,
  { sizeName }: PaginationStrategy,
  page: PageParameters,
): URLSearchParams {
  const parameters = new URLSearchParams(current);
  const kept = [sizeName, 'total', ...Object.keys(page)].map((name) => `page[${name}]`);
  for (const name of current.keys()) if (name.startsWith('page[') && !kept.includes(name)) parameters.delete(name);
  for (const [name, value] of Object.entries(page)) parameters.set(`page[${name}]`, value);
  return parameters;
}

const pageNames = ['first', 'last', 'prev', 'next'] as const;

/** Returns the links to the neighboring pages. Omits unknown pages. */
export function pageLinks(neighbours: PageNeighbours, toLink: (page: PageParameters) => Link): PaginationLinks {
  const links: [string, Link | null][] = [];
  for (const name of pageNames) {
    const page = Object.hasOwn(neighbours, name) ? neighbours[name] : undefined;
    if (page !== undefined) links.push([name, page === null ? null : toLink(page)]);
  }
  return Object.fromEntries(links);
}

/** Returns the meta object that contains a total under its name. */
export function totalMeta(name: string, total: number): MetaObject {
  const [first = name, second] = name.split('.');
  return { [first]: second === undefined ? total : { [second]: total } };
}

/** A page of the primary data, with the records found. */
export interface ShownPage {
  readonly page: ReadPage;
  readonly found: FoundPage;
  /** Members of the top-level meta object besides those of the page. */
  readonly meta: MetaObject | undefined;
}

/** Returns the meta members for the page of a document, or undefined if there are none. */
export function pageMeta({ page, found, meta }: ShownPage): MetaObject | undefined {
  const { total, estimatedTotal } = found;
  const pageMembers = page.meta?.(found);
  if (total === undefined && estimatedTotal === undefined && pageMembers === undefined) return meta;
  const estimate = estimatedTotal === undefined ? {} : { estimatedTotal };
  const members =
    pageMembers === undefined && estimatedTotal === undefined ? undefined : { page: { ...pageMembers, ...estimate } };
  return mergeMeta(meta, members, total === undefined ? undefined : totalMeta(page.rules.totalName, total));
}

/** Returns the meta members of each item of a page, by its index. */
export function memberMeta({ page, found }: ShownPage): readonly (MetaObject | undefined)[] {
  return found.positions.map((position) => {
    const meta = page.memberMeta?.(position);
    return meta === undefined ? undefined : { page: meta };
  });
}
