import type { DocumentNode } from '../../spec/grammar/node.ts';
import { should } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `errors` should contain at least one error object.
 *
 * Requirements: ERR-01
 */
export const emptyErrors: Rule = defineRule('empty-errors', should('error-objects'), {
  visit: {
    errors(node: DocumentNode<readonly unknown[]>, context) {
      if (node.value.length === 0)
        context.report('`errors` should contain at least one error object, but it is an empty array.', node);
    },
  },
});
