import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/** Matches the name of a header field (RFC 9110, section 5.1). */
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const report = reportValue('`header` must be the name of a header field');

/**
 * The `header` of an error source must be a string with the name of one header field.
 *
 * Requirements: ERR-17
 */
export const errorHeader: Rule = defineRule('error-header', must('error-objects'), {
  wrongShape: {
    header: report,
  },
  visit: {
    header(node: DocumentNode<string>, context) {
      if (!FIELD_NAME.test(node.value)) report(node, context);
    },
  },
});
