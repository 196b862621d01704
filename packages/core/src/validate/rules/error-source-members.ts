import { recommendationsRules } from '../../spec/recommendations-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The source of an error object holds one of its members, or is left out.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorSourceMembers: Rule = defineRule(recommendationsRules, 'error-source-members', {
  incomplete: {
    source: (node, context) => context.report('The source has none of pointer, parameter and header.', node),
  },
});
