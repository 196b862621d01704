import type { ResourceIdentifierObject } from '@linkage/core';
import { changeRelationship } from '../writing/change-relationship.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-updating-to-many-relationships */
export const removeFromRelationship: Operation<'relationship'> = Object.freeze({
  name: 'remove-from-relationship',
  kind: 'relationship',
  method: 'DELETE',
  needs: ['relate'],
  run: (exchange) =>
    changeRelationship(exchange, 'remove', (linkage) => ({ remove: linkage as readonly ResourceIdentifierObject[] })),
} satisfies Operation<'relationship'>);
