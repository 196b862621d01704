import type { DocumentNode } from '../../document/node.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A document about a relationship has resource linkage as its data.
 *
 * @see https://jsonapi.org/format/1.1/#crud-updating-relationships
 */
export const relationshipData: Rule = defineRule('relationship-data', {
  roles: ['relationship'],
  incomplete: {
    document(node: DocumentNode, context) {
      const { data, errors } = node.value;
      if (data === undefined && errors === undefined) context.report('The document has no data.', node);
    },
  },
});
