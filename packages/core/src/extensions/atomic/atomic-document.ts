import type { DocumentNode } from '../../grammar/node.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/** A document with operations or results must not contain `data`, `included`, or `errors`. */
export const atomicDocument: StatedRule = defineAtomicRule(
  'atomic-document',
  'ATM-02 ATM-05',
  'A document with operations or results must not contain `data`, `included`, or `errors`.',
  {
    visit: {
      document(node: DocumentNode, context) {
        const { value } = node;
        if (value['atomic:operations'] === undefined && value['atomic:results'] === undefined) return;
        for (const member of ['data', 'included', 'errors'] as const) {
          if (value[member] === undefined) continue;
          // A rule of the specification reports included without data.
          if (member === 'included' && value.data === undefined) continue;
          context.report(`A document with operations or results must not contain \`${member}\`.`, node, member);
        }
      },
    },
  },
);
