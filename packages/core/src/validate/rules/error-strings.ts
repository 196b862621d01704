import { errorsRules } from '../../spec/errors-rules.ts';
import { reportString } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `id`, `code`, `title`, and `detail` of an error object must be strings.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorStrings: Rule = defineRule(errorsRules, 'error-strings', {
  wrongShape: {
    'error-id': reportString,
    code: reportString,
    'error-title': reportString,
    detail: reportString,
  },
});
