import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * Resource linkage must be null, a resource identifier object, or an array of resource identifier objects.
 *
 * Requirements: REL-05 REL-03
 */
export const linkage: Rule = defineRule('linkage', must('document-resource-object-linkage'), {
  wrongShape: {
    linkage: reportValue('Resource linkage must be null, an object, or an array'),
    identifier: reportValue('A resource identifier object must be an object'),
  },
});
