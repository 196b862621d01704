import { must } from '../../spec/rule-facts.ts';
import { reportString } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `parameter` of an error source must be a string.
 *
 * Requirements: ERR-16
 */
export const errorParameter: Rule = defineRule('error-parameter', must('error-objects'), {
  wrongShape: {
    parameter: reportString,
  },
});
