import { must } from '../../spec/rule-facts.ts';
import { reportString } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `id`, `code`, `title`, and `detail` of an error object must be strings.
 *
 * Requirements: ERR-07 ERR-11 ERR-12 ERR-13
 */
export const errorStrings: Rule = defineRule('error-strings', must('error-objects'), {
  wrongShape: {
    'error-id': reportString,
    code: reportString,
    'error-title': reportString,
    detail: reportString,
  },
});
