import type { MetaObject } from '@linkage/core';
import { memberMeta, type ShownPage } from '@linkage/core/internal';
import type { Reference } from '@linkage/core/records';
import type { LoadedRecords } from '../../reading/loaded-records.ts';
import type { ResponseOperation } from '../context.ts';
import { paginationLinks } from '../document/links.ts';
import { type Contributor, noMembers, type TopLevelMembers } from './contributor.ts';

/** Adds the meta members of the page to the identifiers of references. */
export function withMemberMeta(references: readonly Reference[], shown: ShownPage): readonly Reference[] {
  const metas = memberMeta(shown);
  return references.map((reference, index) => {
    const meta = metas.at(index);
    return meta === undefined ? reference : { ...reference, meta: { ...reference.meta, ...meta } };
  });
}

/**
 * What pages add: links and meta of the page, cursors of primary data, and links of paginated relationships.
 *
 * @param metas The meta members of records.
 */
export function pageContributor(
  operation: ResponseOperation,
  loaded: LoadedRecords,
  top: TopLevelMembers,
  metas: ReadonlyMap<object, MetaObject> | undefined,
): Contributor {
  // Most documents have neither.
  const paginated = loaded.paginated();
  if ((metas === undefined || metas.size === 0) && paginated.size === 0)
    return { document: () => top, types: undefined, resources: undefined };
  const withMeta = new Set(Array.from(metas?.keys() ?? [], (record) => loaded.typeOf(record) ?? ''));
  const linksOf = (name: string) => (record: object) => {
    const pagination = loaded.paginationOf(record, name);
    return pagination === undefined ? undefined : paginationLinks(operation, pagination);
  };
  return {
    document: () => top,
    types: [...withMeta, ...paginated.keys()],
    resources: ({ name: type }) => ({
      ...noMembers,
      meta: metas !== undefined && withMeta.has(type) ? (record) => metas.get(record) : undefined,
      relationships: new Map(
        Array.from(paginated.get(type) ?? [], (name) => [name, { ...noMembers, links: linksOf(name) }] as const),
      ),
    }),
  };
}
