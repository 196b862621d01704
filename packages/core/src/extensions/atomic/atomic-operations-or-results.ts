import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/** A document must not contain both operations and results. */
export const atomicOperationsOrResults: StatedRule = defineAtomicRule(
  'atomic-operations-or-results',
  'ATM-03',
  'A document must not contain both operations and results.',
  {
    visit: {
      document(node: DocumentNode, context) {
        const { value } = node;
        if (value['atomic:operations'] === undefined || value['atomic:results'] === undefined) return;
        context.report('A document must not contain both `atomic:operations` and `atomic:results`.', node);
      },
    },
  },
);
