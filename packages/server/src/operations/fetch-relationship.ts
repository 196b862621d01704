import { readLinkageQuery, relationshipDocument } from '../response/relationship-document.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#fetching-relationships */
export const fetchRelationship: Operation<'relationship'> = Object.freeze({
  name: 'fetch-relationship',
  kind: 'relationship',
  method: 'GET',
  needs: ['find'],
  async run(exchange) {
    return { status: 200, ...(await relationshipDocument(exchange, readLinkageQuery(exchange))) };
  },
} satisfies Operation<'relationship'>);
