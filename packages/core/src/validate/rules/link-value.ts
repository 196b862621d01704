import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A link must be a string, a link object, or null; the `type` link of an error can be an array of links.
 *
 * Requirements: LNK-02 LNK-07 LNK-15 PAG-03 ERR-08
 */
export const linkValue: Rule = defineRule('link-value', must('document-links'), {
  wrongShape: {
    link: reportValue('A link must be a string, an object, or null'),
  },
});
