import { describeValue } from '../../internal/describe-value.ts';
import { isUriReference } from '../../internal/uri.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  const { value } = node;
  if (typeof value !== 'string' || isUriReference(value)) return;
  context.report(`A link must be a URI reference, but it is ${describeValue(value)}.`, node);
}

/**
 * The URL of a link must be a URI reference; square brackets do not have to be encoded.
 *
 * Requirements: LNK-14 LNK-05
 */
export const linkUrl: Rule = defineRule('link-url', must('document-links'), {
  visit: {
    link: report,
    href: report,
  },
});
