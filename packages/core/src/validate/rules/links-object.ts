import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `links` must be an object.
 *
 * Requirements: LNK-01 DOC-13 RES-16
 */
export const linksObject: Rule = defineRule('links-object', must('document-links'), {
  wrongShape: {
    links: reportValue('`links` must be an object'),
  },
});
