import { recommendationsRules } from '../../spec/recommendations-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * An `id` should not be the empty string.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export const emptyId: Rule = defineRule(recommendationsRules, 'empty-id', {
  visit: {
    id(node, context) {
      if (node.value === '') context.report('`id` should not be the empty string.', node);
    },
  },
});
