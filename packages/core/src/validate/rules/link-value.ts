import { linksRules } from '../../spec/links-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A link must be a string, a link object, or null; the `type` link of an error can be an array of links.
 *
 * @see https://jsonapi.org/format/1.1/#document-links
 */
export const linkValue: Rule = defineRule(linksRules, 'link-value', {
  wrongShape: {
    link: reportValue('A link must be a string, an object, or null'),
  },
});
