import { documentRules } from '../../spec/document-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `errors` must be an array of error objects.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorObjects: Rule = defineRule(documentRules, 'error-objects', {
  wrongShape: {
    errors: reportValue('`errors` must be an array'),
    error: reportValue('An error object must be an object'),
  },
});
