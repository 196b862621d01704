import { changeRelationship } from './change-relationship.ts';
import type { OperationDefinition } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-updating-to-many-relationships */
export const addToRelationship: OperationDefinition<'relationship', 'linkage on request', 'members'> = Object.freeze({
  name: 'add-to-relationship',
  kind: 'relationship',
  method: 'POST',
  needs: ['relate'],
  query: 'linkage on request',
  document: 'members',
  statuses: [200, 202, 204],
  run: (operation, { query, document: members }) => changeRelationship(operation, { add: members }, query),
} satisfies OperationDefinition<'relationship', 'linkage on request', 'members'>);
