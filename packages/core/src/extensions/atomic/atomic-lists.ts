import { describeValue } from '../../internal/describe-value.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  const expected =
    typeof node.key === 'number' ? 'An element must be an object' : `\`${node.key}\` must be an array of objects`;
  context.report(`${expected}, but it is ${describeValue(node.value)}.`, node);
}

function reportEmpty(node: DocumentNode<unknown>, context: VisitContext): void {
  if ((node.value as readonly unknown[]).length === 0) report(node, context);
}

/** `atomic:operations` and `atomic:results` must be arrays of one or more objects. */
export const atomicLists: StatedRule = defineAtomicRule(
  'atomic-lists',
  'ATM-04 ATM-15',
  '`atomic:operations` and `atomic:results` must be arrays of one or more objects.',
  {
    wrongShape: {
      'atomic:operations': report,
      'atomic:results': report,
      'atomic:operation': report,
      'atomic:result': report,
    },
    visit: {
      'atomic:operations': reportEmpty,
      'atomic:results': reportEmpty,
    },
  },
);
