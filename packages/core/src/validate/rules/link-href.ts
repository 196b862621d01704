import type { DocumentNode } from '../../grammar/node.ts';
import { show } from '../../internal/show.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A link object must have an `href`, which must be a string.
 *
 * @see https://jsonapi.org/format/1.1/#document-links-link-object
 */
export const linkHref: Rule = defineRule('link-href', {
  misshapen: {
    href: (node, context) => context.report(`\`href\` must be a string, but it is ${show(node.value)}.`, node),
  },
  incomplete: {
    'link-object'(node: DocumentNode, context) {
      if (node.value.href === undefined) context.report('`href` is required in a link object.', node);
    },
  },
});
