import { describeValue } from '../../internal/describe-value.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { apiOf } from '../api-of.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Every type must be a resource type of the API.
 *
 * Requirements: CRE-15
 */
export const apiTypes: Rule = defineRule('api-types', must('document-resource-object-identification'), {
  needsApi: true,
  visit: {
    type(node: DocumentNode<string>, context) {
      const { types } = apiOf(context);
      if (types.has(node.value)) return;
      const hint = context.suggest(node.value, types.keys(), '"');
      context.report(`${describeValue(node.value)} is not a resource type of the API.${hint}`, node);
    },
  },
});
