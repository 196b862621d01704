import { changeRelationship } from './change-relationship.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-updating-relationships */
export const updateRelationship: Operation<'relationship', 'linkage on request', 'linkage'> = Object.freeze({
  name: 'update-relationship',
  kind: 'relationship',
  method: 'PATCH',
  needs: ['relate'],
  query: 'linkage on request',
  document: 'linkage',
  statuses: [200, 202, 204],
  run: (turn, { query, document: linkage }) => changeRelationship(turn, { replace: linkage }, query),
} satisfies Operation<'relationship', 'linkage on request', 'linkage'>);
