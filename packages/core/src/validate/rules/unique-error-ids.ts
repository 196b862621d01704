import { describeValue } from '../../internal/describe-value.ts';
import { ownMembers } from '../../internal/own-members.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `id` of an error object must be unique.
 *
 * Requirements: ERR-05 ERR-07
 */
export const uniqueErrorIds: Rule = defineRule('unique-error-ids', must('error-objects'), {
  visit: {
    errors(node: DocumentNode<readonly unknown[]>, context) {
      const seen = new Set<string>();
      for (const [index, error] of node.value.entries()) {
        const { id } = ownMembers(error);
        if (typeof id !== 'string') continue;
        if (seen.has(id))
          context.report(
            `The \`id\` of an error must be unique, but an earlier error has ${describeValue(id)}.`,
            node,
            index,
            'id',
          );
        seen.add(id);
      }
    },
  },
});
