import { show } from '../../internal/show.ts';
import { linksRules } from '../../spec/links-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The title of a link object is a string.
 *
 * @see https://jsonapi.org/format/1.1/#document-links-link-object
 */
export const linkTitle: Rule = defineRule(linksRules, 'link-title', {
  misshapen: {
    title: (node, context) => context.report(`title is a string, not ${show(node.value)}.`, node),
  },
});
