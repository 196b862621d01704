import { errorsRules } from '../../spec/errors-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `parameter` of an error source must be a string.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorParameter: Rule = defineRule(errorsRules, 'error-parameter', {
  wrongShape: {
    parameter: reportValue('`parameter` must be a string'),
  },
});
