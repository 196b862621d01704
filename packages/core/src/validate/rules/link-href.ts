import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { reportString } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A link object must have an `href`, which must be a string.
 *
 * Requirements: LNK-05
 */
export const linkHref: Rule = defineRule('link-href', must('document-links-link-object'), {
  wrongShape: {
    href: reportString,
  },
  missingMember: {
    'link-object'(node: DocumentNode, context) {
      context.report('`href` is required in a link object.', node);
    },
  },
});
