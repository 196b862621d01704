import { linksRules } from '../../spec/links-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `links` must be an object.
 *
 * @see https://jsonapi.org/format/1.1/#document-links
 */
export const linksObject: Rule = defineRule(linksRules, 'links-object', {
  wrongShape: {
    links: reportValue('`links` must be an object'),
  },
});
