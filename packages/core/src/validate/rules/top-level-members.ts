import type { DocumentNode } from '../../grammar/node.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A document holds at least one of data, errors, meta or a member of an applied extension; at-members do not count.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export const topLevelMembers: Rule = defineRule(documentRules, 'top-level-members', {
  incomplete: {
    document(node: DocumentNode, context) {
      const { data, errors, included, meta } = node.value;
      if (data !== undefined || errors !== undefined || meta !== undefined || context.hasExtensionMember(node)) return;
      // Rules of their own say that data is missing beside included, and in requests.
      if (included !== undefined || (context.as !== undefined && context.as !== 'response')) return;
      context.report('The document has none of data, errors and meta.', node);
    },
  },
});
