import type { DocumentNode } from '../../spec/grammar/node.ts';
import { should } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';
import { hasErrorMember } from './error-members.ts';

/**
 * An error object should have a `status`.
 *
 * Requirements: ERR-10
 */
export const errorStatusGiven: Rule = defineRule('error-status-given', should('error-objects'), {
  missingMember: {
    error(node: DocumentNode, context) {
      // Another rule reports an error object without members.
      if (node.value.status !== undefined || !hasErrorMember(node)) return;
      context.report('An error object should have a `status`.', node);
    },
  },
});
