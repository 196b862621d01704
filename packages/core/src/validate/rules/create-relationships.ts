import type { DocumentNode } from '../../document/node.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The relationships of a create request have data.
 *
 * @see https://jsonapi.org/format/1.1/#crud-creating
 */
export const createRelationships: Rule = defineRule('create-relationships', {
  roles: ['create'],
  incomplete: {
    relationship(node: DocumentNode, context) {
      if (node.value.data !== undefined || node.parent?.parent?.place.name !== 'primary-resource') return;
      context.report('The relationship has no data.', node);
    },
  },
});
