import { documentRules } from '../../spec/document-rules.ts';
import { reportString } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `version` of the `jsonapi` object must be a string.
 *
 * @see https://jsonapi.org/format/1.1/#document-jsonapi-object
 */
export const jsonapiVersion: Rule = defineRule(documentRules, 'jsonapi-version', {
  wrongShape: {
    version: reportString,
  },
});
