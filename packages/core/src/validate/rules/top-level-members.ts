import type { DocumentNode } from '../../grammar/node.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A document must contain at least one of `data`, `errors`, `meta`, or a member of an applied extension; at-members do
 * not count.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export const topLevelMembers: Rule = defineRule(documentRules, 'top-level-members', {
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
