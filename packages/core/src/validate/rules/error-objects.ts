import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `errors` must be an array of error objects.
 *
 * Requirements: DOC-10 ERR-01
 */
export const errorObjects: Rule = defineRule('error-objects', must('error-objects'), {
  wrongShape: {
    errors: reportValue('`errors` must be an array'),
    error: reportValue('An error object must be an object'),
  },
});
