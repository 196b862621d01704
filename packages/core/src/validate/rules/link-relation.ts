import { isLinkRelation } from '../../document/link-object.ts';
import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { show } from '../../internal/show.ts';
import { linksRules } from '../../spec/links-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  context.report(`${show(node.value)} is no link relation type.`, node);
}

/**
 * The rel of a link object is a link relation type.
 *
 * @see https://jsonapi.org/format/1.1/#document-links-link-object
 */
export const linkRelation: Rule = defineRule(linksRules, 'link-relation', {
  misshapen: {
    rel: report,
  },
  visit: {
    rel(node: DocumentNode<string>, context) {
      if (!isLinkRelation(node.value)) report(node, context);
    },
  },
});
