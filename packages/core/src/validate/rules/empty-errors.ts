import type { DocumentNode } from '../../grammar/node.ts';
import { recommendationsRules } from '../../spec/recommendations-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `errors` should contain at least one error object.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const emptyErrors: Rule = defineRule(recommendationsRules, 'empty-errors', {
  visit: {
    errors(node: DocumentNode<readonly unknown[]>, context) {
      if (node.value.length === 0)
        context.report('`errors` should contain at least one error object, but it is an empty array.', node);
    },
  },
});
