import { changeRelationship } from './change-relationship.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-updating-to-many-relationships */
export const removeFromRelationship: Operation<'relationship', 'linkage on request', 'members'> = Object.freeze({
  name: 'remove-from-relationship',
  kind: 'relationship',
  method: 'DELETE',
  needs: ['relate'],
  query: 'linkage on request',
  document: 'members',
  statuses: [200, 202, 204],
  run: (turn, { query, document: members }) => changeRelationship(turn, { remove: members }, query),
} satisfies Operation<'relationship', 'linkage on request', 'members'>);
