import { errorsRules } from '../../spec/errors-rules.ts';
import { reportString } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `parameter` of an error source must be a string.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorParameter: Rule = defineRule(errorsRules, 'error-parameter', {
  wrongShape: {
    parameter: reportString,
  },
});
