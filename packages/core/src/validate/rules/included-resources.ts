import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `included` must be an array of resource objects.
 *
 * Requirements: DOC-14 CMP-02
 */
export const includedResources: Rule = defineRule('included-resources', must('document-compound-documents'), {
  wrongShape: {
    included: reportValue('`included` must be an array'),
    'included-resource': reportValue('A resource object must be an object'),
  },
});
