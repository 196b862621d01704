import { describeValue } from '../../internal/describe-value.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `version` of the `jsonapi` object must be a string.
 *
 * @see https://jsonapi.org/format/1.1/#document-jsonapi-object
 */
export const jsonapiVersion: Rule = defineRule(documentRules, 'jsonapi-version', {
  wrongShape: {
    version: (node, context) =>
      context.report(`\`version\` must be a string, but it is ${describeValue(node.value)}.`, node),
  },
});
