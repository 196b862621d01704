import { relationshipDocument } from '../response/document/relationship-document.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#fetching-relationships */
export const fetchRelationship: Operation<'relationship', 'linkage', 'none'> = Object.freeze({
  name: 'fetch-relationship',
  kind: 'relationship',
  method: 'GET',
  needs: ['find'],
  query: 'linkage',
  document: 'none',
  statuses: [200],
  async run(turn, { query }) {
    return { status: 200, ...(await relationshipDocument(turn, query)) };
  },
} satisfies Operation<'relationship', 'linkage', 'none'>);
