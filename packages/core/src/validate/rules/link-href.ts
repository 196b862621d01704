import type { DocumentNode } from '../../grammar/node.ts';
import { show } from '../../internal/show.ts';
import { linksRules } from '../../spec/links-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A link object has an href, which is a string.
 *
 * @see https://jsonapi.org/format/1.1/#document-links-link-object
 */
export const linkHref: Rule = defineRule(linksRules, 'link-href', {
  misshapen: {
    href: (node, context) => context.report(`href is a string, not ${show(node.value)}.`, node),
  },
  incomplete: {
    'link-object'(node: DocumentNode, context) {
      if (node.value.href === undefined) context.report('The link object has no href.', node);
    },
  },
});
