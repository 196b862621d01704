import { isLinkRelation } from '../../spec/document/link-object.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { ignored } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

const report = reportValue('`rel` must be a link relation type');

/**
 * The `rel` of a link object must be a link relation type.
 *
 * Requirements: LNK-06
 */
export const linkRelation: Rule = defineRule('link-relation', ignored('document-links-link-object'), {
  wrongShape: {
    rel: report,
  },
  visit: {
    rel(node: DocumentNode<string>, context) {
      if (!isLinkRelation(node.value)) report(node, context);
    },
  },
});
