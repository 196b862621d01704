import type { DocumentNode } from '../../grammar/node.ts';
import { show } from '../../internal/show.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/** The op of an operation is add, update or remove. */
export const atomicOp: StatedRule = defineAtomicRule(
  'atomic-op',
  'ATM-06',
  'The op of an operation is add, update or remove.',
  {
    visit: {
      'atomic:operation'(node: DocumentNode, context) {
        const { op } = node.value;
        if (op === 'add' || op === 'update' || op === 'remove') return;
        if (op === undefined) context.report('The operation has no op.', node);
        else context.report(`op is "add", "update" or "remove", not ${show(op)}.`, node, 'op');
      },
    },
  },
);
