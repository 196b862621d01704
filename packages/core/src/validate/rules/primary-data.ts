import { describeValue } from '../../internal/describe-value.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  // Other rules check the data of these requests.
  if (typeof node.key === 'string' && (context.as === 'create' || context.as === 'update')) return;
  const expected =
    typeof node.key === 'number'
      ? 'An element of the primary data must be an object'
      : 'Primary data must be null, an object, or an array';
  context.report(`${expected}, but it is ${describeValue(node.value)}.`, node);
}

/**
 * Primary data must be null, a resource object, a resource identifier object, or an array of either.
 *
 * Requirements: DOC-07 DOC-08
 */
export const primaryData: Rule = defineRule('primary-data', must('document-top-level'), {
  wrongShape: {
    data: report,
    'primary-resource': report,
  },
});
