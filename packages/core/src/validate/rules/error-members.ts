import type { DocumentNode } from '../../grammar/node.ts';
import { errorsRules } from '../../spec/errors-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * An error object must contain at least one of the members that are defined for it; at-members do not count.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorMembers: Rule = defineRule(errorsRules, 'error-members', {
  missingMember: {
    error(node: DocumentNode, context) {
      const { id, links, status, code, title, detail, source, meta } = node.value;
      const members = [id, links, status, code, title, detail, source, meta];
      if (members.some((it) => it !== undefined)) return;
      context.report(
        'An error object must contain at least one of `id`, `links`, `status`, `code`, `title`, `detail`, `source`, and `meta`.',
        node,
      );
    },
  },
});
