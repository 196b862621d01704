import type { DocumentNode } from '../../grammar/node.ts';
import { requestsRules } from '../../spec/requests-rules.ts';
import { needsLinkage } from '../needs-linkage.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The relationships of a create request have data.
 *
 * @see https://jsonapi.org/format/1.1/#crud-creating
 */
export const createRelationships: Rule = defineRule(requestsRules, 'create-relationships', {
  roles: ['create'],
  incomplete: {
    relationship(node: DocumentNode, context) {
      if (node.value.data !== undefined || !needsLinkage(node, context)) return;
      context.report('The relationship has no data.', node);
    },
  },
});
