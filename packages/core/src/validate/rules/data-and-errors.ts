import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A document must not contain both `data` and `errors`, regardless of their values.
 *
 * Requirements: DOC-03 ERR-02
 */
export const dataAndErrors: Rule = defineRule('data-and-errors', must('document-top-level'), {
  visit: {
    document(node: DocumentNode, context) {
      const { data, errors } = node.value;
      if (data !== undefined && errors !== undefined)
        context.report('A document must not contain both `data` and `errors`.', node);
    },
  },
});
