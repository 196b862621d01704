import type { DocumentNode } from '../../grammar/node.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { apiRules } from '../../spec/api-rules.ts';
import { apiOf } from '../api-of.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Every type must be a resource type of the API.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export const apiTypes: Rule = defineRule(apiRules, 'api-types', {
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
