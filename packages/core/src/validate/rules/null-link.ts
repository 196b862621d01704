import { describeValue } from '../../internal/describe-value.ts';
import { pagination } from '../../spec/grammar/error-node-kinds.ts';
import { should } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Only pagination links should be null; other links that do not exist should be omitted.
 *
 * Requirements: LNK-15
 */
export const nullLink: Rule = defineRule('null-link', should('document-links'), {
  visit: {
    link(node, context) {
      if (node.value !== null || Object.hasOwn(pagination, node.key)) return;
      context.report(`The link ${describeValue(node.key)} should be omitted instead of null.`, node);
    },
  },
});
