import { recommendationsRules } from '../../spec/recommendations-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `source` of an error object should contain one of its members, or be omitted.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorSourceMembers: Rule = defineRule(recommendationsRules, 'error-source-members', {
  missingMember: {
    source: (node, context) =>
      context.report('`source` should contain `pointer`, `parameter`, or `header`, or be omitted.', node),
  },
});
