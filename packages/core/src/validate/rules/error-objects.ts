import { describeValue } from '../../internal/describe-value.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `errors` must be an array of error objects.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorObjects: Rule = defineRule(documentRules, 'error-objects', {
  wrongShape: {
    errors: (node, context) =>
      context.report(`\`errors\` must be an array, but it is ${describeValue(node.value)}.`, node),
    error: (node, context) =>
      context.report(`An error object must be an object, but it is ${describeValue(node.value)}.`, node),
  },
});
