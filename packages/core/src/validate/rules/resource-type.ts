import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A resource object must have a `type`.
 *
 * Requirements: RES-01 RES-06
 */
export const resourceType: Rule = defineRule('resource-type', must('document-resource-object-identification'), {
  missingMember: {
    resource(node: DocumentNode, context) {
      if (node.value.type === undefined) context.report('`type` is required in a resource object.', node);
    },
  },
});
