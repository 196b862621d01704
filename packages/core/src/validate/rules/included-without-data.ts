import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A document without `data` must not contain `included`.
 *
 * Requirements: DOC-06 INC-09
 */
export const includedWithoutData: Rule = defineRule('included-without-data', must('document-top-level'), {
  visit: {
    document(node: DocumentNode, context) {
      const { data, included } = node.value;
      if (included !== undefined && data === undefined) {
        context.report('A document without `data` must not contain `included`.', node, 'included');
      }
    },
  },
});
