import { should } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `source` of an error object should contain one of its members, or be omitted.
 *
 * Requirements: ERR-14
 */
export const errorSourceMembers: Rule = defineRule('error-source-members', should('error-objects'), {
  missingMember: {
    source: (node, context) =>
      context.report('`source` should contain `pointer`, `parameter`, or `header`, or be omitted.', node),
  },
});
