import { changeRelationship } from '../writing/change-relationship.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-updating-relationships */
export const updateRelationship: Operation<'relationship'> = Object.freeze({
  name: 'update-relationship',
  kind: 'relationship',
  method: 'PATCH',
  needs: ['relate'],
  run: (exchange) => changeRelationship(exchange, 'replace', (linkage) => ({ replace: linkage })),
} satisfies Operation<'relationship'>);
