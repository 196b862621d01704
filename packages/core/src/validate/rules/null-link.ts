import { pagination } from '../../grammar/error-node-kinds.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { recommendationsRules } from '../../spec/recommendations-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Only pagination links should be null; other links that do not exist should be omitted.
 *
 * @see https://jsonapi.org/format/1.1/#document-links
 */
export const nullLink: Rule = defineRule(recommendationsRules, 'null-link', {
  visit: {
    link(node, context) {
      if (node.value !== null || Object.hasOwn(pagination, node.key)) return;
      context.report(`The link ${describeValue(node.key)} should be omitted instead of null.`, node);
    },
  },
});
