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
  async run(operation, { query }) {
    return { status: 200, ...(await relationshipDocument(operation, query)) };
  },
} satisfies OperationDefinition<'relationship', 'linkage', 'none'>);
