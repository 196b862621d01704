import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `attributes` must be an object.
 *
 * Requirements: RES-12 RES-13
 */
export const attributesObject: Rule = defineRule('attributes-object', must('document-resource-object-attributes'), {
  wrongShape: {
    attributes: reportValue('`attributes` must be an object'),
  },
});
