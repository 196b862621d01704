import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A document must contain at least one of `data`, `errors`, `meta`, or a member of an applied extension; at-members do
 * not count.
 *
 * Requirements: DOC-02 EXT-11 NAM-09
 */
export const topLevelMembers: Rule = defineRule('top-level-members', must('document-top-level'), {
  missingMember: {
    document(node: DocumentNode, context) {
      const { data, errors, included, meta } = node.value;
      if (data !== undefined || errors !== undefined || meta !== undefined || context.hasExtensionMember(node)) return;
      // Other rules report missing data beside `included`, and in requests.
      if (included !== undefined || (context.as !== undefined && context.as !== 'response')) return;
      context.report('A document must contain at least one of `data`, `errors`, and `meta`.', node);
    },
  },
});
