import { identifierHint } from '../../document/identifier-hint.ts';
import type { DocumentNode } from '../../grammar/node.ts';
import { requestsRules } from '../../spec/requests-rules.ts';
import { needsLinkage } from '../needs-linkage.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The relationships of an update request must have `data`.
 *
 * @see https://jsonapi.org/format/1.1/#crud-updating-resource-relationships
 */
export const updateRelationships: Rule = defineRule(requestsRules, 'update-relationships', {
  roles: ['update'],
  missingMember: {
    relationship(node: DocumentNode, context) {
      if (node.value.data !== undefined || !needsLinkage(node, context)) return;
      context.report(
        `\`data\` is required in the relationships of an update request.${identifierHint(node.value)}`,
        node,
      );
    },
  },
});
