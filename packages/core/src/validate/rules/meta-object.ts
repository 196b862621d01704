import { documentRules } from '../../spec/document-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `meta` must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-meta
 */
export const metaObject: Rule = defineRule(documentRules, 'meta-object', {
  wrongShape: {
    meta: reportValue('`meta` must be an object'),
  },
});
