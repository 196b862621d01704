import { nonJsonReason } from '../../internal/json-value.ts';
import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A document must be a JSON value, without functions, symbols, bigints, infinite numbers, maps, promises, and circular
 * references.
 *
 * Requirements: GEN-01
 */
export const jsonValue: Rule = defineRule('json-value', must('document-structure'), {
  wrongShape: {
    value: reportValue('The value must be a JSON value'),
  },
  visit: {
    value(node, context) {
      const reason = nonJsonReason(node.value);
      if (reason !== undefined) context.report(`The value must be a JSON value, but it contains ${reason}.`, node);
    },
  },
});
