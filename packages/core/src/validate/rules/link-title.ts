import { ignored } from '../../spec/rule-facts.ts';
import { reportString } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `title` of a link object must be a string.
 *
 * Requirements: LNK-08
 */
export const linkTitle: Rule = defineRule('link-title', ignored('document-links-link-object'), {
  wrongShape: {
    title: reportString,
  },
});
