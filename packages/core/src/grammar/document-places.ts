import type { DocumentPlace } from './document-place.ts';
import { type ErrorPlaceName, errorPlaces, linksPlace, pagination } from './error-places.ts';

export type { DocumentPlace, Shape } from './document-place.ts';

/** The names of the places. */
export type PlaceName =
  | ErrorPlaceName
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

const resource: DocumentPlace = {
  shape: 'object',
  kinds: ['resource'],
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

const identifier: DocumentPlace = {
  shape: 'object',
  kinds: ['identifier'],
  members: { type: 'type', id: 'id', lid: 'lid', meta: 'meta' },
  needs: [['type'], ['id']],
};

/**
 * The places of a document, one per object of the chapter "Document Structure" and one per member that a rule looks at.
 *
 * @see https://jsonapi.org/format/1.1/#document-structure
 */
export const documentPlaces: Readonly<Record<PlaceName, DocumentPlace>> = {
  ...errorPlaces,
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
  'primary-linkage': { shape: 'one-or-many', kinds: ['linkage'], element: 'primary-identifier' },
  identifier,
  'primary-identifier': identifier,
  'resource-links': linksPlace({ self: 'link' }),
  'relationship-links': linksPlace({ self: 'link', related: 'link', ...pagination }, [['self', 'related']]),
  jsonapi: { shape: 'object', members: { version: 'version', ext: 'ext', profile: 'profile', meta: 'meta' } },
  version: { shape: 'string' },
  ext: { shape: 'array', element: 'uri' },
  profile: { shape: 'array', element: 'uri' },
  uri: { shape: 'string' },
};
