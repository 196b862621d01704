import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `meta` must be an object.
 *
 * Requirements: MET-01 DOC-11 RES-18 RID-04 LNK-11 JAP-05 ERR-18
 */
export const metaObject: Rule = defineRule('meta-object', must('document-meta'), {
  wrongShape: {
    meta: reportValue('`meta` must be an object'),
  },
});
