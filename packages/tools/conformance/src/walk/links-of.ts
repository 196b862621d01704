import { resolveLink } from '../facts/urls.ts';
import { identityOf, isObject, type Json, listOf } from '../json.ts';

/** Where a link stands. */
export type LinkPlace =
  | 'top-level self'
  | 'top-level related'
  | 'pagination'
  | 'resource self'
  | 'included self'
  | 'relationship self'
  | 'relationship related'
  | 'relationship pagination'
  | 'created self';

/** A link of a document. */
export interface FoundLink {
  readonly place: LinkPlace;
  readonly url: string;
  /** The resource whose own link it is. */
  readonly identity?: string | undefined;
}

const PAGES = ['first', 'last', 'prev', 'next'];

/** Returns the links of a document that GET must work for. `describedby` and links of errors lead to other documents. */
export function linksOf(document: Json, base: string): readonly FoundLink[] {
  const found: FoundLink[] = [];
  const add = (place: LinkPlace, link: Json, identity?: string): void => {
    const url = resolveLink(link, base);
    if (url !== undefined) found.push({ place, url, identity });
  };
  const collect = (links: Json, [self, related, pages]: readonly LinkPlace[], identity?: string): void => {
    if (!isObject(links)) return;
    if (self !== undefined) add(self, links['self'], identity);
    if (related !== undefined) add(related, links['related']);
    if (pages !== undefined) for (const name of PAGES) add(pages, links[name]);
  };
  if (document?.errors !== undefined) return found;
  collect(document?.links, ['top-level self', 'top-level related', 'pagination']);
  const resources = [
    ...listOf(document?.data).map((resource) => ['resource self', resource] as const),
    ...listOf(document?.included).map((resource) => ['included self', resource] as const),
  ];
  for (const [place, resource] of resources) {
    collect(resource?.links, [place], identityOf(resource));
    if (!isObject(resource?.relationships)) continue;
    for (const relationship of Object.values<Json>(resource.relationships)) {
      collect(relationship?.links, ['relationship self', 'relationship related', 'relationship pagination']);
    }
  }
  return found;
}
