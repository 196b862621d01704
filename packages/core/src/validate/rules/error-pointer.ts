import type { DocumentNode } from '../../grammar/node.ts';
import { errorsRules } from '../../spec/errors-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

const report = reportValue('`pointer` must be a JSON Pointer such as "/data"');

/**
 * The `pointer` of an error source must be a JSON Pointer.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const errorPointer: Rule = defineRule(errorsRules, 'error-pointer', {
  wrongShape: {
    pointer: report,
  },
  visit: {
    pointer(node: DocumentNode<string>, context) {
      const { value } = node;
      if (value !== '' && (!value.startsWith('/') || /~(?![01])/.test(value))) report(node, context);
    },
  },
});
