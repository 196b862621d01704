import { documentRules } from '../../spec/document-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `included` must be an array of resource objects.
 *
 * @see https://jsonapi.org/format/1.1/#document-compound-documents
 */
export const includedResources: Rule = defineRule(documentRules, 'included-resources', {
  wrongShape: {
    included: reportValue('`included` must be an array'),
    'included-resource': reportValue('A resource object must be an object'),
  },
});
