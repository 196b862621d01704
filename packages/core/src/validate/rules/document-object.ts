import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The root of a document must be an object.
 *
 * Requirements: DOC-01
 */
export const documentObject: Rule = defineRule('document-object', must('document-top-level'), {
  wrongShape: {
    document: reportValue('A document must be an object'),
  },
});
