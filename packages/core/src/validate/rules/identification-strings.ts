import { must } from '../../spec/rule-facts.ts';
import { reportString } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `type`, `id`, and `lid` must be strings.
 *
 * Requirements: RES-03 RID-03
 */
export const identificationStrings: Rule = defineRule(
  'identification-strings',
  must('document-resource-object-identification'),
  {
    wrongShape: {
      type: reportString,
      id: reportString,
      lid: reportString,
    },
  },
);
