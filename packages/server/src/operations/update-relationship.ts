import { changeRelationship } from './change-relationship.ts';
import type { OperationDefinition } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-updating-relationships */
export const updateRelationship: OperationDefinition<'relationship', 'linkage on request', 'linkage'> = Object.freeze({
  name: 'update-relationship',
  kind: 'relationship',
  method: 'PATCH',
  needs: ['relate'],
  query: 'linkage on request',
  document: 'linkage',
  statuses: [200, 202, 204],
  run: (operation, { query, document: linkage }) => changeRelationship(operation, { replace: linkage }, query),
} satisfies OperationDefinition<'relationship', 'linkage on request', 'linkage'>);
