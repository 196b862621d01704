import type { DocumentNode } from '../../grammar/node.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A resource object must have an `id`, unless a client sends it to create a resource.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export const resourceId: Rule = defineRule(resourceRules, 'resource-id', {
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
