import { describeValue } from '../../internal/describe-value.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `meta` must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-meta
 */
export const metaObject: Rule = defineRule(documentRules, 'meta-object', {
  wrongShape: {
    meta: (node, context) =>
      context.report(`\`meta\` must be an object, but it is ${describeValue(node.value)}.`, node),
  },
});
