import { show } from '../../internal/show.ts';
import { errorsRules } from '../../spec/errors-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The source of an error object is an object.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorSource: Rule = defineRule(errorsRules, 'error-source', {
  misshapen: {
    source: (node, context) => context.report(`source is an object, not ${show(node.value)}.`, node),
  },
});
