import type { NodeKind } from './node-kind.ts';

/** The names of the node kinds of an error document. */
export type ErrorNodeKindName =
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

/** The node kinds of the pagination links, by name. */
export const pagination: Readonly<Record<string, string>> = { first: 'link', last: 'link', prev: 'link', next: 'link' };

/** Creates the node kind of a links object. Links with undefined names must still be links, so `element` is set. */
export function linksNodeKind(members: Readonly<Record<string, string>>, needs: NodeKind['needs'] = []): NodeKind {
  return { shape: 'object', aliases: ['links'], members, needs, element: 'link' };
}

/** The node kind of a member that must be a string. */
export const text: NodeKind = { shape: 'string' };

const errorMembers = {
  id: 'error-id',
  links: 'error-links',
  status: 'status',
  code: 'code',
  title: 'error-title',
  detail: 'detail',
  source: 'source',
  meta: 'meta',
};

/** The members that are defined for an error object. */
export const errorMemberNames: readonly string[] = Object.keys(errorMembers);

/**
 * The node kinds of an error document, which does not contain resources. A server that checks error objects loads only these.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorNodeKinds: Readonly<Record<ErrorNodeKindName, NodeKind>> = {
  document: {
    shape: 'object',
    members: { errors: 'errors', meta: 'meta', links: 'top-level-links' },
    needs: [['data', 'errors', 'meta'], ['data']],
  },
  'top-level-links': linksNodeKind({ self: 'link', related: 'link', describedby: 'link', ...pagination }),
  'error-links': linksNodeKind({ about: 'link', type: 'type-link' }),
  link: { shape: 'link', element: 'link-object' },
  'type-link': { shape: 'link-or-links', aliases: ['link'], element: 'link' },
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
  href: text,
  rel: text,
  title: text,
  'media-type': text,
  meta: { shape: 'object', others: 'value', names: 'any' },
  value: { shape: 'value' },
  errors: { shape: 'array', element: 'error' },
  error: {
    shape: 'object',
    members: errorMembers,
    needs: [errorMemberNames, ['status']],
  },
  'error-id': text,
  status: text,
  code: text,
  'error-title': text,
  detail: text,
  source: {
    shape: 'object',
    members: { pointer: 'pointer', parameter: 'parameter', header: 'header' },
    needs: [['pointer', 'parameter', 'header']],
  },
  pointer: text,
  parameter: text,
  header: text,
};
