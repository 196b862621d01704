import { isLinkRelation } from '../../document/link-object.ts';
import type { DocumentNode } from '../../grammar/node.ts';
import { linksRules } from '../../spec/links-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

const report = reportValue('`rel` must be a link relation type');

/**
 * The `rel` of a link object must be a link relation type.
 *
 * @see https://jsonapi.org/format/1.1/#document-links-link-object
 */
export const linkRelation: Rule = defineRule(linksRules, 'link-relation', {
  wrongShape: {
    rel: report,
  },
  visit: {
    rel(node: DocumentNode<string>, context) {
      if (!isLinkRelation(node.value)) report(node, context);
    },
  },
});
