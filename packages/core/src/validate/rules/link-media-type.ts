import { ignored } from '../../spec/rule-facts.ts';
import { reportString } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `type` of a link object must be a string.
 *
 * Requirements: LNK-09
 */
export const linkMediaType: Rule = defineRule('link-media-type', ignored('document-links-link-object'), {
  wrongShape: {
    'media-type': reportString,
  },
});
