import type { DocumentNode } from '../../grammar/node.ts';
import { linksRules } from '../../spec/links-rules.ts';
import { reportString } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A link object must have an `href`, which must be a string.
 *
 * @see https://jsonapi.org/format/1.1/#document-links-link-object
 */
export const linkHref: Rule = defineRule(linksRules, 'link-href', {
  wrongShape: {
    href: reportString,
  },
  missingMember: {
    'link-object'(node: DocumentNode, context) {
      context.report('`href` is required in a link object.', node);
    },
  },
});
