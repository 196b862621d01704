import { describeValue } from '../../internal/describe-value.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/** The `op` of an operation must be "add", "update", or "remove". */
export const atomicOp: StatedRule = defineAtomicRule(
  'atomic-op',
  'ATM-06',
  'The `op` of an operation must be "add", "update", or "remove".',
  {
    visit: {
      'atomic:operation'(node: DocumentNode, context) {
        const { op } = node.value;
        if (op === 'add' || op === 'update' || op === 'remove') return;
        if (op === undefined) context.report('`op` is required in an operation.', node);
        else context.report(`\`op\` must be "add", "update", or "remove", but it is ${describeValue(op)}.`, node, 'op');
      },
    },
  },
);
