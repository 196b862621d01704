import type { DocumentNode } from '../../grammar/node.ts';
import { recommendationsRules } from '../../spec/recommendations-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * An error object has a status.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorStatusGiven: Rule = defineRule(recommendationsRules, 'error-status-given', {
  incomplete: {
    error(node: DocumentNode, context) {
      const { id, links, status, code, title, detail, source, meta } = node.value;
      // Of an error object with no members at all, another rule says that it needs one.
      if (status !== undefined || [id, links, code, title, detail, source, meta].every((it) => it === undefined))
        return;
      context.report('The error object has no status.', node);
    },
  },
});
