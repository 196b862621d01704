import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A resource identifier object must have a `type`.
 *
 * Requirements: RID-01
 */
export const identifierType: Rule = defineRule('identifier-type', must('document-resource-identifier-objects'), {
  missingMember: {
    identifier(node: DocumentNode, context) {
      if (node.value.type === undefined) context.report('`type` is required in a resource identifier object.', node);
    },
  },
});
