import { describeValue } from '../../internal/describe-value.ts';
import { errorsRules } from '../../spec/errors-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `source` of an error object must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorSource: Rule = defineRule(errorsRules, 'error-source', {
  wrongShape: {
    source: (node, context) =>
      context.report(`\`source\` must be an object, but it is ${describeValue(node.value)}.`, node),
  },
});
