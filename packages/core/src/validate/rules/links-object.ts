import { describeValue } from '../../internal/describe-value.ts';
import { linksRules } from '../../spec/links-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `links` must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-links
 */
export const linksObject: Rule = defineRule(linksRules, 'links-object', {
  wrongShape: {
    links: (node, context) =>
      context.report(`\`links\` must be an object, but it is ${describeValue(node.value)}.`, node),
  },
});
