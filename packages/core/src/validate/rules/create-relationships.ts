import { identifierHint } from '../../document/identifier-hint.ts';
import type { DocumentNode } from '../../grammar/node.ts';
import { requestsRules } from '../../spec/requests-rules.ts';
import { needsLinkage } from '../needs-linkage.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The relationships of a create request must have `data`.
 *
 * @see https://jsonapi.org/format/1.1/#crud-creating
 */
export const createRelationships: Rule = defineRule(requestsRules, 'create-relationships', {
  roles: ['create'],
  missingMember: {
    relationship(node: DocumentNode, context) {
      if (node.value.data !== undefined || !needsLinkage(node, context)) return;
      context.report(
        `\`data\` is required in the relationships of a create request.${identifierHint(node.value)}`,
        node,
      );
    },
  },
});
