import { errorsRules } from '../../spec/errors-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `source` of an error object must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorSource: Rule = defineRule(errorsRules, 'error-source', {
  wrongShape: {
    source: reportValue('`source` must be an object'),
  },
});
