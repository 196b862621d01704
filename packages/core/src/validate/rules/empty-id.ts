import { should } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * An `id` should not be the empty string.
 *
 * Requirements: RES-03 RID-03
 */
export const emptyId: Rule = defineRule('empty-id', should('document-resource-object-identification'), {
  visit: {
    id(node, context) {
      if (node.value === '') context.report('`id` should not be the empty string.', node);
    },
  },
});
