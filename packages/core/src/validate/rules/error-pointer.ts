import type { DocumentNode } from '../../spec/grammar/node.ts';
import { ignored } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

const report = reportValue('`pointer` must be a JSON Pointer such as "/data"');

/**
 * The `pointer` of an error source must be a JSON Pointer.
 *
 * Requirements: ERR-15 ERR-24
 */
export const errorPointer: Rule = defineRule('error-pointer', ignored('error-objects'), {
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
