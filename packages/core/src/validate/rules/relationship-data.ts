import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A document about a relationship must have resource linkage as its data; a response can have errors or meta instead.
 *
 * Requirements: RUP-01 RUP-02 RUP-10
 */
export const relationshipData: Rule = defineRule('relationship-data', must('crud-updating-relationships'), {
  roles: ['relationship', 'update-relationship'],
  missingMember: {
    document(node: DocumentNode, context) {
      const { data, errors, included, meta } = node.value;
      // If `included` is present, another rule reports that data is missing.
      if (data !== undefined || included !== undefined) return;
      if (context.as === 'update-relationship') {
        context.report('`data` is required in a request that updates a relationship.', node);
      } else if (errors === undefined && meta === undefined && !context.hasExtensionMember(node)) {
        context.report('`data` is required, unless the document has `errors` or `meta`.', node);
      }
    },
  },
});
