import type { DocumentPlace } from './document-place.ts';

/** The names of the places of an error document. */
export type ErrorPlaceName =
  | 'document'
  | 'top-level-links'
  | 'error-links'
  | 'link'
  | 'type-link'
  | 'link-object'
  | 'href'
  | 'rel'
  | 'title'
  | 'media-type'
  | 'meta'
  | 'value'
  | 'errors'
  | 'error'
  | 'error-id'
  | 'status'
  | 'code'
  | 'error-title'
  | 'detail'
  | 'source'
  | 'pointer'
  | 'parameter'
  | 'header';

/** The members of links that lead to pages. */
export const pagination: Readonly<Record<string, string>> = { first: 'link', last: 'link', prev: 'link', next: 'link' };

/** Links with names that are not defined are still to be links, hence `element`. */
export function linksPlace(
  members: Readonly<Record<string, string>>,
  needs: DocumentPlace['needs'] = [],
): DocumentPlace {
  return { shape: 'object', kinds: ['links'], members, needs, element: 'link' };
}

/**
 * The places of an error document, which has no resources. A server that checks error objects loads no others.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorPlaces: Readonly<Record<ErrorPlaceName, DocumentPlace>> = {
  document: {
    shape: 'object',
    members: { errors: 'errors', meta: 'meta', links: 'top-level-links' },
    needs: [['data', 'errors', 'meta'], ['data']],
  },
  'top-level-links': linksPlace({ self: 'link', related: 'link', describedby: 'link', ...pagination }),
  'error-links': linksPlace({ about: 'link', type: 'type-link' }),
  link: { shape: 'link', element: 'link-object' },
  'type-link': { shape: 'link-or-links', kinds: ['link'], element: 'link' },
  'link-object': {
    shape: 'object',
    members: {
      href: 'href',
      rel: 'rel',
      describedby: 'link',
      title: 'title',
      type: 'media-type',
      hreflang: null,
      meta: 'meta',
    },
    needs: [['href']],
  },
  href: { shape: 'string' },
  rel: { shape: 'string' },
  title: { shape: 'string' },
  'media-type': { shape: 'string' },
  meta: { shape: 'object', others: 'value', names: 'any' },
  value: { shape: 'value' },
  errors: { shape: 'array', element: 'error' },
  error: {
    shape: 'object',
    members: {
      id: 'error-id',
      links: 'error-links',
      status: 'status',
      code: 'code',
      title: 'error-title',
      detail: 'detail',
      source: 'source',
      meta: 'meta',
    },
    needs: [['id', 'links', 'status', 'code', 'title', 'detail', 'source', 'meta'], ['status']],
  },
  'error-id': { shape: 'string' },
  status: { shape: 'string' },
  code: { shape: 'string' },
  'error-title': { shape: 'string' },
  detail: { shape: 'string' },
  source: {
    shape: 'object',
    members: { pointer: 'pointer', parameter: 'parameter', header: 'header' },
    needs: [['pointer', 'parameter', 'header']],
  },
  pointer: { shape: 'string' },
  parameter: { shape: 'string' },
  header: { shape: 'string' },
};
