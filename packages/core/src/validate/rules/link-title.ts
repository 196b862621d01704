import { linksRules } from '../../spec/links-rules.ts';
import { reportString } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `title` of a link object must be a string.
 *
 * @see https://jsonapi.org/format/1.1/#document-links-link-object
 */
export const linkTitle: Rule = defineRule(linksRules, 'link-title', {
  wrongShape: {
    title: reportString,
  },
});
