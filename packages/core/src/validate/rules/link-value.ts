import { show } from '../../internal/show.ts';
import { linksRules } from '../../spec/links-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A link is a string, a link object or null; the type of an error may be an array of links.
 *
 * @see https://jsonapi.org/format/1.1/#document-links
 */
export const linkValue: Rule = defineRule(linksRules, 'link-value', {
  misshapen: {
    link: (node, context) => context.report(`A link is a string or an object, not ${show(node.value)}.`, node),
  },
});
