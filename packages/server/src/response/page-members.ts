import type { Api, BuildOptions, DataDocument, MetaObject } from '@linkage/core';
import { setOwn } from '@linkage/core/internal';
import { fieldOf, type Reference } from '@linkage/core/records';
import type { LoadedRecords } from '../loading/loaded-records.ts';
import { mergeMeta } from './hook-result.ts';
import { cutLinks, type ShownPage } from './links.ts';
import type { ResponseExchange } from './response-exchange.ts';

/** What the document of a page says in its meta object; undefined when it has nothing to say. */
export function pageMeta({ page, found }: ShownPage): MetaObject | undefined {
  const { total, estimatedTotal } = found;
  const own = (fieldOf(page, 'meta') as ShownPage['page']['meta'])?.call(page, found);
  if (total === undefined && estimatedTotal === undefined && own === undefined) return undefined;
  const estimate = estimatedTotal === undefined ? {} : { estimatedTotal };
  return { page: { ...own, ...estimate, ...(total === undefined ? {} : { total }) } };
}

/** What each member of a page says in its meta object, by its place on the page. */
export function memberMeta({ page, found }: ShownPage): readonly (MetaObject | undefined)[] {
  const memberMetaOf = fieldOf(page, 'memberMeta') as ShownPage['page']['memberMeta'];
  return found.positions.map((position) => {
    const meta = memberMetaOf?.call(page, position);
    return meta === undefined ? undefined : { page: meta };
  });
}

/** References with what the page says of each in the meta objects of their identifiers. */
export function withMemberMeta(references: readonly Reference[], shown: ShownPage): readonly Reference[] {
  const metas = memberMeta(shown);
  return references.map((reference, index) => {
    const meta = metas.at(index);
    return meta === undefined ? reference : { ...reference, meta: { ...reference.meta, ...meta } };
  });
}

/**
 * A document of linkage with the meta objects that its references have: what is included is linked by its record, which has
 * no place for the meta object of an identifier. The references are those of the linkage, in its order.
 */
export function withReferenceMeta(document: DataDocument, references: readonly Reference[]): DataDocument {
  if (references.every(({ meta }) => meta === undefined)) return document;
  const identifiers = [document.data].flat() as readonly { readonly meta?: MetaObject }[];
  const data = identifiers.map((identifier, index) => {
    const meta = mergeMeta(identifier.meta, references[index]?.meta);
    return meta === undefined ? identifier : { ...identifier, meta };
  });
  return { ...document, data: (Array.isArray(document.data) ? data : data.at(0)) as DataDocument['data'] };
}

type Members = NonNullable<BuildOptions<Api, string>['resources']>;
type MutableMembers = { meta?: (record: object) => MetaObject | undefined; relationships: Record<string, object> };

/** What resource objects carry because of pages: cursors of primary data, links of relationships that were cut. */
export function pageMembers(
  exchange: ResponseExchange,
  loaded: LoadedRecords,
  metas: ReadonlyMap<object, MetaObject>,
): Members | undefined {
  if (metas.size === 0 && loaded.cuts.size === 0) return undefined;
  const members = new Map<string, MutableMembers>();
  const ofType = (type: string): MutableMembers => {
    const known = members.get(type) ?? { relationships: {} };
    members.set(type, known);
    return known;
  };
  for (const [type, names] of loaded.cuts) {
    for (const name of names) {
      const links = (record: object) => {
        const cut = loaded.cutOf(record, name);
        return cut === undefined ? undefined : cutLinks(exchange, cut);
      };
      setOwn(ofType(type).relationships, name, { links });
    }
  }
  for (const record of metas.keys()) {
    const type = loaded.typeOf(record);
    if (type !== undefined) ofType(type).meta = (it) => metas.get(it);
  }
  return Object.fromEntries(members) as Members;
}
