import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A resource object must have an `id`, unless a client sends it to create a resource.
 *
 * Requirements: RES-02 RES-04 RES-19
 */
export const resourceId: Rule = defineRule('resource-id', must('document-resource-object-identification'), {
  missingMember: {
    'primary-resource'(node: DocumentNode, context) {
      const { as } = context;
      // If the role is not known, a single resource object as primary data can be a resource to create.
      const mayBeNew = as === 'create' || (as === undefined && typeof node.key === 'string');
      if (node.value.id === undefined && !mayBeNew) context.report('`id` is required in a resource object.', node);
    },
    'included-resource'(node: DocumentNode, context) {
      const { id, lid } = node.value;
      const mayBeNew = (context.as === 'create' || context.as === 'update') && lid !== undefined;
      if (id === undefined && !mayBeNew) context.report('`id` is required in an included resource object.', node);
    },
  },
});
