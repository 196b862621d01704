import { show } from '../../internal/show.ts';
import { linksRules } from '../../spec/links-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The type of a link object is a string.
 *
 * @see https://jsonapi.org/format/1.1/#document-links-link-object
 */
export const linkMediaType: Rule = defineRule(linksRules, 'link-media-type', {
  misshapen: {
    'media-type': (node, context) => context.report(`type is a string, not ${show(node.value)}.`, node),
  },
});
