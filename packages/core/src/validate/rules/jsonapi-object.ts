import { describeValue } from '../../internal/describe-value.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `jsonapi` must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-jsonapi-object
 */
export const jsonapiObject: Rule = defineRule(documentRules, 'jsonapi-object', {
  wrongShape: {
    jsonapi: (node, context) =>
      context.report(`\`jsonapi\` must be an object, but it is ${describeValue(node.value)}.`, node),
  },
});
