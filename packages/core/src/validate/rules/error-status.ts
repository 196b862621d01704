import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

const report = reportValue('`status` must be a string of three digits such as "404"');

/**
 * The `status` of an error object must be a string with an HTTP status code.
 *
 * Requirements: ERR-10
 */
export const errorStatus: Rule = defineRule('error-status', must('error-objects'), {
  wrongShape: {
    status: report,
  },
  visit: {
    status(node: DocumentNode<string>, context) {
      if (!/^[1-5]\d\d$/.test(node.value)) report(node, context);
    },
  },
});
