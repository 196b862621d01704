import { andThen } from '@linkage/core/internal';
import { relationshipDocument } from '../response/document/relationship-document.ts';
import type { OperationDefinition } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#fetching-relationships */
export const fetchRelationship: OperationDefinition<'relationship', 'linkage', 'none'> = Object.freeze({
  name: 'fetch-relationship',
  kind: 'relationship',
  method: 'GET',
  needs: ['find'],
  query: 'linkage',
  document: 'none',
  statuses: [200],
  run: (operation, { query }) =>
    andThen(relationshipDocument(operation, query), (shown) => ({ status: 200, ...shown })),
} satisfies OperationDefinition<'relationship', 'linkage', 'none'>);
