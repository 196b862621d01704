import { linksRules } from '../../spec/links-rules.ts';
import { reportString } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `type` of a link object must be a string.
 *
 * @see https://jsonapi.org/format/1.1/#document-links-link-object
 */
export const linkMediaType: Rule = defineRule(linksRules, 'link-media-type', {
  wrongShape: {
    'media-type': reportString,
  },
});
