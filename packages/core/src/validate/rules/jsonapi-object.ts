import { documentRules } from '../../spec/document-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `jsonapi` must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-jsonapi-object
 */
export const jsonapiObject: Rule = defineRule(documentRules, 'jsonapi-object', {
  wrongShape: {
    jsonapi: reportValue('`jsonapi` must be an object'),
  },
});
