import { documentRules } from '../../spec/document-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The root of a document must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
export const documentObject: Rule = defineRule(documentRules, 'document-object', {
  wrongShape: {
    document: reportValue('A document must be an object'),
  },
});
