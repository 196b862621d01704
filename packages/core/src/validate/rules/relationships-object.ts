import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `relationships` must be an object.
 *
 * Requirements: RES-15
 */
export const relationshipsObject: Rule = defineRule(
  'relationships-object',
  must('document-resource-object-relationships'),
  {
    wrongShape: {
      relationships: reportValue('`relationships` must be an object'),
    },
  },
);
