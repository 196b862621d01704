import type { ResourceIdentifierObject } from '@linkage/core';
import { changeRelationship } from '../writing/change-relationship.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-updating-to-many-relationships */
export const addToRelationship: Operation<'relationship'> = Object.freeze({
  name: 'add-to-relationship',
  kind: 'relationship',
  method: 'POST',
  needs: ['relate'],
  run: (exchange) =>
    changeRelationship(exchange, 'add', (linkage) => ({ add: linkage as readonly ResourceIdentifierObject[] })),
} satisfies Operation<'relationship'>);
