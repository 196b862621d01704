import { describeValue } from '../../internal/describe-value.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `relationships` must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-relationships
 */
export const relationshipsObject: Rule = defineRule(resourceRules, 'relationships-object', {
  wrongShape: {
    relationships: (node, context) =>
      context.report(`\`relationships\` must be an object, but it is ${describeValue(node.value)}.`, node),
  },
});
