import type { DocumentNode } from '../../grammar/node.ts';
import { resourceRules } from '../../spec/resource-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A resource identifier object must have an `id`, or a `lid` if it identifies a resource that the request creates.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-identifier-objects
 */
export const identifierId: Rule = defineRule(resourceRules, 'identifier-id', {
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
