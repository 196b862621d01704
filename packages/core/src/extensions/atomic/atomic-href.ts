import { describeValue } from '../../internal/describe-value.ts';
import { isUriReference } from '../../internal/uri.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  context.report(`\`href\` must be a URI reference, but it is ${describeValue(node.value)}.`, node);
}

/** The `href` of an operation must be a URI reference. */
export const atomicHref: StatedRule = defineAtomicRule(
  'atomic-href',
  'ATM-09',
  'The `href` of an operation must be a URI reference.',
  {
    wrongShape: {
      'atomic:href': report,
    },
    visit: {
      'atomic:href'(node: DocumentNode<string>, context) {
        if (!isUriReference(node.value)) report(node, context);
      },
    },
  },
);
