import { show } from '../../internal/show.ts';
import { errorsRules } from '../../spec/errors-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The parameter of an error source is a string.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorParameter: Rule = defineRule(errorsRules, 'error-parameter', {
  misshapen: {
    parameter: (node, context) => context.report(`parameter is a string, not ${show(node.value)}.`, node),
  },
});
