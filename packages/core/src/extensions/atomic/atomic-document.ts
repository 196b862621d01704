import type { DocumentNode } from '../../grammar/node.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineAtomicRule } from './define-rule.ts';

/** A document with operations or results has no data, no included and no errors. */
export const atomicDocument: StatedRule = defineAtomicRule(
  'atomic-document',
  'ATM-02 ATM-05',
  'A document with operations or results has no data, no included and no errors.',
  {
    visit: {
      document(node: DocumentNode, context) {
        const { value } = node;
        if (value['atomic:operations'] === undefined && value['atomic:results'] === undefined) return;
        for (const member of ['data', 'included', 'errors'] as const) {
          if (value[member] === undefined) continue;
          // Of included without data, a rule of the specification says so.
          if (member === 'included' && value.data === undefined) continue;
          context.report(`The document holds ${member} next to operations or results.`, node, member);
        }
      },
    },
  },
);
