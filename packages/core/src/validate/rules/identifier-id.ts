import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A resource identifier object must have an `id`, or a `lid` if it identifies a resource that the request creates.
 *
 * Requirements: RID-02
 */
export const identifierId: Rule = defineRule('identifier-id', must('document-resource-identifier-objects'), {
  missingMember: {
    identifier(node: DocumentNode, context) {
      const { id, lid } = node.value;
      // A resource in a response exists, so it must have an id.
      const mayBeNew = context.as !== 'response' && context.as !== 'relationship';
      if (id !== undefined || (lid !== undefined && mayBeNew)) return;
      context.report('`id` is required in a resource identifier object.', node);
    },
  },
});
