import type { DocumentNode } from '../../grammar/node.ts';
import { recommendationsRules } from '../../spec/recommendations-rules.ts';
import { defineRule, type Rule } from '../rule.ts';
import { hasErrorMember } from './error-members.ts';

/**
 * An error object should have a `status`.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorStatusGiven: Rule = defineRule(recommendationsRules, 'error-status-given', {
  missingMember: {
    error(node: DocumentNode, context) {
      // Another rule reports an error object without members.
      if (node.value.status !== undefined || !hasErrorMember(node)) return;
      context.report('An error object should have a `status`.', node);
    },
  },
});
