import { type PageResult, selfLink } from '../pagination/read-page.ts';
import type { MetaObject, TopLevelLinks } from '../spec/document/links-object.ts';
import type { ReadRequest } from './received-request.ts';

/** The options of `serialize` that a request decides. */
export interface RequestedDocument<Include, Fields> extends Pick<ReadRequest, 'jsonapi' | 'extensions'> {
  readonly include: Include;
  readonly fields: Fields;
  readonly links: TopLevelLinks | undefined;
  readonly meta: MetaObject | undefined;
}

/**
 * Returns what a request decides about its document, as options of `serialize`, `serializeRelationship`, and `buildDocument`.
 *
 * @param request What a function such as `readCollectionRequest` returned.
 * @param page What `result` of the page returned, for a collection. Or the URL of the request, for a link `self` with its query parameters.
 * @example
 * const text = serialize(api, 'articles', page.records, { ...documentOptions(read, page), baseUrl: '' });
 */
export function documentOptions<Include, Fields>(
  {
    query: { include, fields },
    jsonapi,
    extensions,
    negotiated,
  }: Pick<ReadRequest, 'jsonapi' | 'extensions'> & {
    readonly negotiated?: ReadRequest['negotiated'] | undefined;
    readonly query: { readonly include: Include; readonly fields: Fields };
  },
  page?: Pick<PageResult<never>, 'links' | 'meta'> | string,
): RequestedDocument<Include, Fields> {
  const { links, meta } = typeof page === 'string' ? { links: { self: selfLink(negotiated, page) } } : (page ?? {});
  return { include, fields, jsonapi, extensions, links, meta };
}
