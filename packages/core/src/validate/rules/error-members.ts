import type { DocumentNode } from '../../grammar/node.ts';
import { errorsRules } from '../../spec/errors-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * An error object holds at least one of the members that are defined for it; at-members do not count.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorMembers: Rule = defineRule(errorsRules, 'error-members', {
  incomplete: {
    error(node: DocumentNode, context) {
      const { id, links, status, code, title, detail, source, meta } = node.value;
      const members = [id, links, status, code, title, detail, source, meta];
      if (members.some((it) => it !== undefined)) return;
      context.report('The error object has none of the members that are defined for it.', node);
    },
  },
});
