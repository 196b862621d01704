import { describeValue } from '../../internal/describe-value.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `attributes` must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-attributes
 */
export const attributesObject: Rule = defineRule(resourceRules, 'attributes-object', {
  wrongShape: {
    attributes: (node, context) =>
      context.report(`\`attributes\` must be an object, but it is ${describeValue(node.value)}.`, node),
  },
});
