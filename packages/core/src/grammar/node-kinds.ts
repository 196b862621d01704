/**
 * The shape of a value: an object; an array; one object, an array of objects, or null; a link (a string, an object, or
 * null); a link or an array of links; a string; a string that obeys the member-name rules; any JSON value.
 */
export type Shape = 'object' | 'array' | 'one-or-many' | 'link' | 'link-or-links' | 'string' | 'name' | 'value';

/** Defines one kind of node in a document: the shape of its value and the node kinds of its members. */
export interface NodeKind {
  readonly shape: Shape;
  /** More general names of the node kind. Visitors of one of these names also visit this node kind. */
  readonly aliases?: readonly string[];
  /** The defined members with their node kinds. The walk does not enter a member whose node kind is null. */
  readonly members?: Readonly<Record<string, string | null>>;
  /** Groups of members. An object must contain at least one member of each group. */
  readonly needs?: readonly (readonly string[])[];
  /** The node kind of all other members, for objects whose names the application chooses. */
  readonly others?: string;
  /** The rules for those names: `fields` must obey the member-name rules and must not be `type` or `id`. */
  readonly names?: 'fields' | 'any';
  /** The node kind of the elements of an array, or of the one object instead of an array. */
  readonly element?: string;
}

/** The names of the node kinds of a document. */
export type NodeKindName =
  | 'document'
  | 'data'
  | 'included'
  | 'primary-resource'
  | 'included-resource'
  | 'resource'
  | 'type'
  | 'id'
  | 'lid'
  | 'attributes'
  | 'relationships'
  | 'relationship'
  | 'linkage'
  | 'primary-linkage'
  | 'identifier'
  | 'primary-identifier'
  | 'top-level-links'
  | 'resource-links'
  | 'relationship-links'
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
  | 'jsonapi'
  | 'version'
  | 'ext'
  | 'profile'
  | 'uri'
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

const resource: NodeKind = {
  shape: 'object',
  aliases: ['resource'],
  members: {
    type: 'type',
    id: 'id',
    lid: 'lid',
    attributes: 'attributes',
    relationships: 'relationships',
    links: 'resource-links',
    meta: 'meta',
  },
  needs: [['type'], ['id']],
};

const identifier: NodeKind = {
  shape: 'object',
  aliases: ['identifier'],
  members: { type: 'type', id: 'id', lid: 'lid', meta: 'meta' },
  needs: [['type'], ['id']],
};

const pagination = { first: 'link', last: 'link', prev: 'link', next: 'link' };

/** Creates the node kind of a links object. Links with undefined names must still be links, so `element` is set. */
function links(members: Readonly<Record<string, string>>, needs: NodeKind['needs'] = []): NodeKind {
  return { shape: 'object', aliases: ['links'], members, needs, element: 'link' };
}

/**
 * The node kinds of a document: one for each object of the chapter "Document Structure" and one for each member that a rule
 * checks.
 *
 * @see https://jsonapi.org/format/1.1/#document-structure
 */
export const documentNodeKinds: Readonly<Record<NodeKindName, NodeKind>> = {
  document: {
    shape: 'object',
    members: {
      data: 'data',
      errors: 'errors',
      meta: 'meta',
      jsonapi: 'jsonapi',
      links: 'top-level-links',
      included: 'included',
    },
    needs: [['data', 'errors', 'meta'], ['data']],
  },
  data: { shape: 'one-or-many', element: 'primary-resource' },
  included: { shape: 'array', element: 'included-resource' },
  'primary-resource': resource,
  'included-resource': resource,
  resource,
  type: { shape: 'name' },
  id: { shape: 'string' },
  lid: { shape: 'string' },
  attributes: { shape: 'object', others: 'value', names: 'fields' },
  relationships: { shape: 'object', others: 'relationship', names: 'fields' },
  relationship: {
    shape: 'object',
    members: { links: 'relationship-links', data: 'linkage', meta: 'meta' },
    needs: [['links', 'data', 'meta'], ['data']],
  },
  linkage: { shape: 'one-or-many', element: 'identifier' },
  'primary-linkage': { shape: 'one-or-many', aliases: ['linkage'], element: 'primary-identifier' },
  identifier,
  'primary-identifier': identifier,
  'top-level-links': links({ self: 'link', related: 'link', describedby: 'link', ...pagination }),
  'resource-links': links({ self: 'link' }),
  'relationship-links': links({ self: 'link', related: 'link', ...pagination }, [['self', 'related']]),
  'error-links': links({ about: 'link', type: 'type-link' }),
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
  href: { shape: 'string' },
  rel: { shape: 'string' },
  title: { shape: 'string' },
  'media-type': { shape: 'string' },
  meta: { shape: 'object', others: 'value', names: 'any' },
  value: { shape: 'value' },
  jsonapi: { shape: 'object', members: { version: 'version', ext: 'ext', profile: 'profile', meta: 'meta' } },
  version: { shape: 'string' },
  ext: { shape: 'array', element: 'uri' },
  profile: { shape: 'array', element: 'uri' },
  uri: { shape: 'string' },
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
