import type { DocumentNode } from '../../document/node.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A document holds at least one of data, errors, meta or a member of an applied extension; at-members do not count.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export const topLevelMembers: Rule = defineRule('top-level-members', {
  incomplete: {
    document(node: DocumentNode, context) {
      const { data, errors, meta } = node.value;
      if (data !== undefined || errors !== undefined || meta !== undefined || context.hasExtensionMember(node)) return;
      context.report('The document has none of data, errors and meta.', node);
    },
  },
});
