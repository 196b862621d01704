import type { Api, BuildOptions, DataDocument, MetaObject } from '@linkage/core';
import { setOwn } from '@linkage/core/internal';
import { fieldOf, type Reference } from '@linkage/core/records';
import type { LoadedRecords } from '../reading/loaded-records.ts';
import { totalMeta } from '../request/pagination/total-name.ts';
import { mergeMeta } from './hook-result.ts';
import { paginationLinks, type ShownPage } from './links.ts';
import type { ResponseContext } from './response-context.ts';

/** Returns the meta members for the page of a document, or undefined if there are none. */
export function pageMeta({ page, found }: ShownPage): MetaObject | undefined {
  const { total, estimatedTotal } = found;
  const pageMembers = page.meta?.(found);
  if (total === undefined && estimatedTotal === undefined && pageMembers === undefined) return undefined;
  const estimate = estimatedTotal === undefined ? {} : { estimatedTotal };
  const members =
    pageMembers === undefined && estimatedTotal === undefined ? undefined : { page: { ...pageMembers, ...estimate } };
  return total === undefined ? members : mergeMeta(members, totalMeta(page.rules.totalName, total));
}

/** Returns the meta members of each item of a page, by its index. */
export function memberMeta({ page, found }: ShownPage): readonly (MetaObject | undefined)[] {
  return found.positions.map((position) => {
    const meta = page.memberMeta?.(position);
    return meta === undefined ? undefined : { page: meta };
  });
}

/** Adds the meta members of the page to the identifiers of references. */
export function withMemberMeta(references: readonly Reference[], shown: ShownPage): readonly Reference[] {
  const metas = memberMeta(shown);
  return references.map((reference, index) => {
    const meta = metas.at(index);
    return meta === undefined ? reference : { ...reference, meta: { ...reference.meta, ...meta } };
  });
}

/**
 * Adds the meta objects of references to a document of linkage. The document builder creates identifiers from records,
 * which cannot contain the meta object of an identifier. The references have the order of the linkage.
 */
export function withReferenceMeta(document: DataDocument, references: readonly Reference[]): DataDocument {
  if (references.every(({ meta }) => meta === undefined)) return document;
  const identifiers = [document.data].flat() as readonly { readonly meta?: MetaObject }[];
  const data = identifiers.map((identifier, index) => {
    const meta = mergeMeta(fieldOf(identifier, 'meta') as MetaObject | undefined, references[index]?.meta);
    return meta === undefined ? identifier : { ...identifier, meta };
  });
  return { ...document, data: (Array.isArray(document.data) ? data : data.at(0)) as DataDocument['data'] };
}

type Members = NonNullable<BuildOptions<Api, string>['resources']>;
type MutableMembers = {
  meta?: ((record: object) => MetaObject | undefined) | undefined;
  relationships: Record<string, object>;
};

/** Own members, which hide properties of `Object.prototype`. */
const nothing = { meta: undefined, links: undefined, additional: undefined };

/** The page-related members of resource objects: cursors of primary data, and links of paginated relationships. */
export function pageMembers(
  context: ResponseContext,
  loaded: LoadedRecords,
  metas: ReadonlyMap<object, MetaObject>,
): Members | undefined {
  if (metas.size === 0 && loaded.paginated.size === 0) return undefined;
  const members = new Map<string, MutableMembers>();
  const ofType = (type: string): MutableMembers => {
    const membersOfType = members.get(type) ?? { ...nothing, identifierMeta: undefined, relationships: {} };
    members.set(type, membersOfType);
    return membersOfType;
  };
  for (const [type, names] of loaded.paginated) {
    for (const name of names) {
      const links = (record: object) => {
        const pagination = loaded.paginationOf(record, name);
        return pagination === undefined ? undefined : paginationLinks(context, pagination);
      };
      setOwn(ofType(type).relationships, name, { ...nothing, links });
    }
  }
  for (const record of metas.keys()) {
    const type = loaded.typeOf(record);
    if (type !== undefined) ofType(type).meta = (each) => metas.get(each);
  }
  return Object.fromEntries(members) as Members;
}
