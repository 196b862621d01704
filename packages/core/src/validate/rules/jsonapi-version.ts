import { must } from '../../spec/rule-facts.ts';
import { reportString } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `version` of the `jsonapi` object must be a string.
 *
 * Requirements: JAP-02
 */
export const jsonapiVersion: Rule = defineRule('jsonapi-version', must('document-jsonapi-object'), {
  wrongShape: {
    version: reportString,
  },
});
