import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `jsonapi` must be an object.
 *
 * Requirements: JAP-01 DOC-12
 */
export const jsonapiObject: Rule = defineRule('jsonapi-object', must('document-jsonapi-object'), {
  wrongShape: {
    jsonapi: reportValue('`jsonapi` must be an object'),
  },
});
