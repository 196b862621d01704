import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `source` of an error object must be an object.
 *
 * Requirements: ERR-14
 */
export const errorSource: Rule = defineRule('error-source', must('error-objects'), {
  wrongShape: {
    source: reportValue('`source` must be an object'),
  },
});
