import { changeRelationship } from './change-relationship.ts';
import type { OperationDefinition } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-updating-to-many-relationships */
export const removeFromRelationship: OperationDefinition<'relationship', 'linkage on request', 'members'> =
  Object.freeze({
    name: 'remove-from-relationship',
    kind: 'relationship',
    method: 'DELETE',
    needs: ['relate'],
    query: 'linkage on request',
    document: 'members',
    statuses: [200, 202, 204],
    run: (operation, { query, document: members }) => changeRelationship(operation, { remove: members }, query),
  } satisfies OperationDefinition<'relationship', 'linkage on request', 'members'>);
