import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/**
 * A document of the extension must not contain `data` or `included`, whether or not it has operations or results. `errors`
 * must not stand beside operations or results.
 */
export const atomicDocument: StatedRule = defineAtomicRule(
  'atomic-document',
  'ATM-02 ATM-05',
  'A document of the extension must not contain `data` or `included`, nor `errors` beside operations or results.',
  {
    visit: {
      document(node: DocumentNode, context) {
        const { value } = node;
        if (value.data !== undefined) {
          context.report('A document of the extension must not contain `data`.', node, 'data');
          // A rule of the specification reports included without data.
          if (value.included !== undefined)
            context.report('A document of the extension must not contain `included`.', node, 'included');
        }
        if (value.errors === undefined) return;
        if (value['atomic:operations'] === undefined && value['atomic:results'] === undefined) return;
        context.report('A document with operations or results must not contain `errors`.', node, 'errors');
      },
    },
  },
);
