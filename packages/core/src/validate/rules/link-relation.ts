import { isLinkRelation } from '../../document/link-object.ts';
import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { linksRules } from '../../spec/links-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  context.report(`\`rel\` must be a link relation type, but it is ${describeValue(node.value)}.`, node);
}

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
