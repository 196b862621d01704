import { errorMemberNames } from '../../spec/grammar/error-node-kinds.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/** Whether an error object contains a member that is defined for it. */
export function hasErrorMember({ value }: DocumentNode): boolean {
  return errorMemberNames.some((name) => value[name] !== undefined);
}

/**
 * An error object must contain at least one of the members that are defined for it; at-members do not count.
 *
 * Requirements: ERR-06 NAM-09
 */
export const errorMembers: Rule = defineRule('error-members', must('error-objects'), {
  missingMember: {
    error(node: DocumentNode, context) {
      if (hasErrorMember(node)) return;
      context.report(
        'An error object must contain at least one of `id`, `links`, `status`, `code`, `title`, `detail`, `source`, and `meta`.',
        node,
      );
    },
  },
});
