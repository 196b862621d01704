import { type ErrorNodeKindName, errorNodeKinds, linksNodeKind, pagination, text } from './error-node-kinds.ts';
import type { NodeKind } from './node-kind.ts';

export type { NodeKind, Shape } from './node-kind.ts';

/** The names of the node kinds of a document. */
export type NodeKindName =
  | ErrorNodeKindName
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
  | 'resource-links'
  | 'relationship-links'
  | 'jsonapi'
  | 'version'
  | 'ext'
  | 'profile'
  | 'uri';

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

/**
 * The node kinds of a document: one for each object of the chapter "Document Structure" and one for each member that a rule
 * checks.
 *
 * @see https://jsonapi.org/format/1.1/#document-structure
 */
export const documentNodeKinds: Readonly<Record<NodeKindName, NodeKind>> = {
  ...errorNodeKinds,
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
  id: text,
  lid: text,
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
  'resource-links': linksNodeKind({ self: 'link' }),
  'relationship-links': linksNodeKind({ self: 'link', related: 'link', ...pagination }, [['self', 'related']]),
  jsonapi: { shape: 'object', members: { version: 'version', ext: 'ext', profile: 'profile', meta: 'meta' } },
  version: text,
  ext: { shape: 'array', element: 'uri' },
  profile: { shape: 'array', element: 'uri' },
  uri: text,
};
