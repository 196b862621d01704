import { show } from '../../internal/show.ts';
import { linksRules } from '../../spec/links-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Every links is an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-links
 */
export const linksObject: Rule = defineRule(linksRules, 'links-object', {
  misshapen: {
    links: (node, context) => context.report(`links is an object, not ${show(node.value)}.`, node),
  },
});
