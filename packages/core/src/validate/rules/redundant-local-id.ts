import type { DocumentNode } from '../../grammar/node.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { recommendationsRules } from '../../spec/recommendations-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `lid` should occur only without `id`.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export const redundantLocalId: Rule = defineRule(recommendationsRules, 'redundant-local-id', {
  visit: {
    lid(node, context) {
      const { id } = (node.parent as DocumentNode).value;
      if (id !== undefined)
        context.report(`\`lid\` should occur only without \`id\`, but it is ${describeValue(node.value)}.`, node);
    },
  },
});
