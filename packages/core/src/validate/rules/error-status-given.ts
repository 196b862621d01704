import type { DocumentNode } from '../../grammar/node.ts';
import { recommendationsRules } from '../../spec/recommendations-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * An error object should have a `status`.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorStatusGiven: Rule = defineRule(recommendationsRules, 'error-status-given', {
  missingMember: {
    error(node: DocumentNode, context) {
      const { id, links, status, code, title, detail, source, meta } = node.value;
      // Another rule reports an error object without members.
      if (status !== undefined || [id, links, code, title, detail, source, meta].every((it) => it === undefined))
        return;
      context.report('An error object should have a `status`.', node);
    },
  },
});
